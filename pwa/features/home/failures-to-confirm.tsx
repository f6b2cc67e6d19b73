import { FAILED_SAMPLE_REASON } from '#db/samples/failed-sample-reason.ts';
import { awaitsConfirmation, CONFIRMABLE } from '#db/samples/failure-decision.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Notice } from '#pwa/ui/notice.tsx';

const PREVIEW_ROWS = 5;

/**
 * Lists failures that wait for directors and the lab manager, oldest first; renders nothing when there are
 * none.
 */
export function FailuresToConfirm() {
  const failed = useRows(sample, { status: [...CONFIRMABLE] });
  const waiting = (failed ?? [])
    .filter(awaitsConfirmation)
    .sort((a, b) => (a.failedAt ?? '').localeCompare(b.failedAt ?? ''));
  if (waiting.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        waiting.length === 1
          ? 'The failure of a sample waits for your confirmation'
          : `The failures of ${waiting.length} samples wait for your confirmation`
      }
      action={
        <a
          href="/lab/samples?waits=CONFIRMATION"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          Show in the list
        </a>
      }
    >
      <ul>
        {waiting.slice(0, PREVIEW_ROWS).map((row) => (
          <li key={row.id}>
            <a
              href={`/lab/samples/${row.id}`}
              className="flex min-h-11 flex-col justify-center py-1.5 underline sm:flex-row sm:items-center sm:justify-start sm:gap-2"
            >
              <span className="code">{row.barcode}</span>
              <span>
                {[
                  row.failureReason && FAILED_SAMPLE_REASON[row.failureReason],
                  formatDate(row.failedAt, 'shortAtTime'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {waiting.length > PREVIEW_ROWS && <p>{`And ${waiting.length - PREVIEW_ROWS} more in the list.`}</p>}
    </Notice>
  );
}
