import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { Notice } from '#pwa/ui/notice.tsx';

const RESULT_EVENTS = ['RESULTS_RELEASED', 'RESULTS_RECALLED'];

/** Report whether its results were released and then recalled. The history is newest first. */
const takenBack = ({ resultsReleasedAt, history }: ShownSpecimen): boolean =>
  resultsReleasedAt === null &&
  history.find(({ type }) => RESULT_EVENTS.includes(type))?.type === 'RESULTS_RECALLED';

/** Tells the customer that the results are available or recalled, and what to do. */
export function OwnResults({ specimen, orderPath }: { specimen: ShownSpecimen; orderPath: string }) {
  if (specimen.resultsReleasedAt !== null)
    return (
      <Notice tone="success" title="Its results are here">
        <p>
          Download them from the files of{' '}
          <a href={orderPath} className="underline">
            {`order ${specimen.orderNumber}`}
          </a>
          .
        </p>
      </Notice>
    );
  if (!takenBack(specimen)) return null;
  const corrected = specimen.status === 'COMPLETED' || specimen.status === 'IN_STORAGE';
  return (
    <Notice tone="warning" title="The lab has taken its results back">
      <p>
        {corrected ? 'They are being corrected.' : 'The work is being repeated.'} Please do not use what you
        have downloaded. You are told as soon as there are results again.
      </p>
    </Notice>
  );
}
