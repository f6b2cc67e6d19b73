import type { ShownResult } from '#db/specimens/results/shown-results.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useResultDownloads } from './use-results.ts';

const MOST_SHOWN = 20;

/** Who downloaded the results that are being recalled: each of them is notified by email. */
export function DownloadsOfRecall({ orderId, rows }: { orderId: string; rows: readonly ShownResult[] }) {
  const { data, error } = useResultDownloads(orderId);
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={2} label="Loading the downloads" />;
  const names = new Set(rows.map(({ julianId }) => julianId));
  const downloads = data.rows.filter(({ specimenName }) => specimenName === null || names.has(specimenName));
  if (downloads.length === 0) return <p>Nobody has downloaded these results yet.</p>;
  const people = new Set(downloads.map(({ email }) => email)).size;
  return (
    <section aria-label="Downloads" className="flex flex-col gap-1">
      <p className="font-semibold">
        {`Downloaded ${downloads.length === 1 ? 'once' : `${downloads.length} times`} by ${people === 1 ? '1 person' : `${people} people`}, who will be notified:`}
      </p>
      <ul className="max-h-40 overflow-y-auto text-sm" tabIndex={-1}>
        {downloads.slice(0, MOST_SHOWN).map(({ id, personName, file, occurredAt }) => (
          <li key={id} className="wrap-anywhere py-0.5">
            {`${personName}: ${file}, ${formatDate(occurredAt, 'shortAtTime')}`}
          </li>
        ))}
      </ul>
      {downloads.length > MOST_SHOWN && (
        <p className="text-ink-soft text-sm">{`And ${downloads.length - MOST_SHOWN} earlier downloads.`}</p>
      )}
    </section>
  );
}
