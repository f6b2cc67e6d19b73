import { countOf } from '#pwa/format/counts.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { type Awaited, batchesToApprove, sectionsToReview } from './awaited-work.ts';

const PREVIEW_ROWS = 5;

function Waiting({ title, rows, all }: { title: string; rows: readonly Awaited[]; all: string }) {
  if (rows.length === 0) return null;
  return (
    <Notice tone="info" title={title}>
      <ul>
        {rows.slice(0, PREVIEW_ROWS).map((row) => (
          <li key={row.href}>
            <a
              href={row.href}
              className="flex min-h-11 flex-col justify-center py-1.5 sm:flex-row sm:items-center sm:justify-start sm:gap-2"
            >
              <span className="font-medium underline">{row.title}</span>
              <span>{row.note}</span>
            </a>
          </li>
        ))}
      </ul>
      {rows.length > PREVIEW_ROWS && (
        <a href={all} className="inline-flex min-h-11 items-center font-semibold underline">
          {`And ${rows.length - PREVIEW_ROWS} more in the list`}
        </a>
      )}
    </Notice>
  );
}

/** Lists sections to review and batches to approve for this user; renders nothing when there are none. */
export function WorkToReview() {
  const { actor } = useReplica();
  const pendingWork = useRuleRead(
    ['assigned-sections', 'batches', 'procedures'],
    `work to look at ${actor.userId}`,
    async (tx) => ({
      reviews: await sectionsToReview(tx, actor),
      approvals: await batchesToApprove(tx, actor),
    }),
  );
  if (!pendingWork) return null;
  const { reviews, approvals } = pendingWork;
  const verb = (n: number): string => (n === 1 ? 'waits' : 'wait');
  return (
    <>
      <Waiting
        title={`${countOf(reviews.length, 'signed section')} ${verb(reviews.length)} for your review`}
        rows={reviews}
        all="/lab/assigned-sections?list=review"
      />
      <Waiting
        title={`${countOf(approvals.length, 'completed batch', 'completed batches')} ${verb(approvals.length)} for your approval`}
        rows={approvals}
        all="/lab/batches"
      />
    </>
  );
}
