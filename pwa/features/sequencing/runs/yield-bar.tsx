import { formatPercent } from '#pwa/format/numbers.ts';
import { formatBases } from './run-text.ts';

/** The cumulative yield of a sample beside its target, as a bar with its figures. */
export function YieldBar({
  cumulativeBases,
  targetBases,
}: {
  cumulativeBases: number;
  targetBases: number | null;
}) {
  if (targetBases === null) return <span>{formatBases(cumulativeBases)}</span>;
  const share = cumulativeBases / targetBases;
  return (
    <span className="flex min-w-32 flex-col gap-1">
      <span>{`${formatBases(cumulativeBases)} of ${formatBases(targetBases)} (${formatPercent(share, 0)})`}</span>
      <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <span
          data-tone={share >= 1 ? 'success' : 'hold'}
          className="block h-full bg-tone"
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </span>
    </span>
  );
}
