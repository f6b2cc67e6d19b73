import { areResultsDue } from '#db/specimens/results/results-state.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { Notice } from '#pwa/ui/notice.tsx';

type Row = Pick<Specimen, 'status' | 'completedAt' | 'resultsReleasedAt'>;

/**
 * Tells the customer of an order that released results are being corrected; renders nothing when none are.
 */
export function RecalledResults({ specimens }: { specimens: readonly Row[] }) {
  // A completed specimen without results had them: they were released and recalled.
  const recalled = specimens.filter((row) => row.status !== 'IN_PROGRESS' && areResultsDue(row)).length;
  if (recalled === 0) return null;
  return (
    <Notice tone="warning" title="The lab has taken results back">
      <p>
        {recalled === 1 ? 'Those of 1 specimen' : `Those of ${recalled} specimens`} are being corrected, and
        files of the whole order come back with them. Please do not use what you have downloaded.
      </p>
    </Notice>
  );
}
