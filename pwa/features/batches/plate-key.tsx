import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS, SAMPLE_STATUSES } from '#db/samples/sample-status.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { wellTone } from './plate-wells.ts';

/** The legend of a plate's colors with the number of wells each; in the order of the workflow. */
export function PlateKey({ samples }: { samples: readonly Sample[] }) {
  const placedSamples = samples.filter(({ plateLocation }) => plateLocation !== null);
  const statusCounts = SAMPLE_STATUSES.map((status) => ({
    status,
    count: placedSamples.filter((row) => row.status === status).length,
  })).filter(({ count }) => count > 0);
  if (statusCounts.length === 0) return null;
  return (
    <ul aria-label="What the wells hold" className="mt-3 flex flex-wrap gap-2">
      {statusCounts.map(({ status, count }) => (
        <li key={status}>
          <ToneBadge tone={wellTone(status)} label={`${SAMPLE_STATUS[status].label}: ${count}`} />
        </li>
      ))}
    </ul>
  );
}
