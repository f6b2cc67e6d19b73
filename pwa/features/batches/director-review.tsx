import { approvalState, isReviewed } from '#db/batches/batch-approval.ts';
import { signatureText } from '#db/protocols/signing/write-signature.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { SignatureLine } from '#pwa/ui/signing-fields.tsx';
import { type BatchView, nameIn } from './batch-view.ts';
import { ReturnedChoices, textSinceReturn } from './returned-batch.tsx';

/** Return who did something to a batch last, and when; its events come the newest first. */
function lastText(view: BatchView, type: EventType): string {
  const last = view.events.find((one) => one.type === type);
  if (!last) return '';
  return `${nameIn(view.people, last.userId)}, ${formatDate(last.occurredAt, 'shortAtTime')}`;
}

/** The return of a batch with its reason and the next step, and the answer for the second review. */
export function DirectorReview({ view }: { view: BatchView }) {
  const { batch, procedure } = view;
  if (!isReviewed(batch, procedure) || batch.directorReturnReason === null) return null;
  const work = textSinceReturn(view);
  const reason = <p className="whitespace-pre-line">{batch.directorReturnReason}</p>;
  if (approvalState(batch) === 'WAITING')
    return (
      <Notice tone="info" title="Approval requested a second time">
        <dl>
          <dt className="font-medium">{`Returned by ${lastText(view, 'BATCH_DIRECTOR_RETURNED')}`}</dt>
          <dd>{reason}</dd>
          <dt className="mt-1 font-medium">{`Answer of ${lastText(view, 'BATCH_APPROVAL_REQUESTED')}`}</dt>
          <dd className="whitespace-pre-line">{batch.directorReturnAnswer}</dd>
          {work && (
            <>
              <dt className="mt-1 font-medium">Done since the return</dt>
              <dd>{work}</dd>
            </>
          )}
        </dl>
      </Notice>
    );
  return (
    <Notice tone="warning" title={`Returned by ${lastText(view, 'BATCH_DIRECTOR_RETURNED')}`}>
      {reason}
      <ReturnedChoices view={view} />
    </Notice>
  );
}

/** The approvals of a batch with their signatures; one that was withdrawn says so. */
export function BatchSignatures({ view }: { view: BatchView }) {
  const withdrawn = view.events.find(({ type }) => type === 'BATCH_APPROVAL_WITHDRAWN');
  if (view.signatures.length === 0) return null;
  return (
    <Section title="Signatures">
      <ul aria-label="Signatures" className="divide-y divide-line">
        {view.signatures.map((one) => (
          <SignatureLine
            key={one.id}
            text={signatureText(one)}
            signature={one}
            {...(withdrawn && one.occurredAt <= withdrawn.occurredAt ? { voidText: 'Withdrawn' } : {})}
          />
        ))}
      </ul>
    </Section>
  );
}
