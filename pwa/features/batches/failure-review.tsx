import { FAILED_SAMPLE_REASON } from '#db/samples/failed-sample-reason.ts';
import { awaitsConfirmation } from '#db/samples/failure-decision.ts';
import type { Sample } from '#db/samples/sample.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { useFailureDecisions } from './use-failure-decisions.tsx';

const noop = (): void => undefined;

/** The open decision about a failed sample; users who decide on quality confirm or overturn it here. */
export function FailureReview({ row }: { row: Sample }) {
  const { open, buttons, dialog, problem } = useFailureDecisions([row], noop);
  const isWaiting = awaitsConfirmation(row);
  if (!isWaiting && !open && problem === null) return null;
  const reasonParts = [row.failureReason && FAILED_SAMPLE_REASON[row.failureReason], row.failureNotes];
  return (
    <>
      {problem && <Notice tone="danger" title={problem} />}
      {(isWaiting || open) && (
        <Notice
          tone={isWaiting ? 'warning' : 'info'}
          title={isWaiting ? 'Waits for confirmation by a director or lab manager' : 'This sample failed'}
          action={open && <div className="flex flex-wrap gap-2">{buttons}</div>}
        >
          <p>{reasonParts.filter(Boolean).join(': ')}</p>
        </Notice>
      )}
      {dialog}
    </>
  );
}
