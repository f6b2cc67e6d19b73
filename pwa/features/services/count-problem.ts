import type { ShownService } from '#db/ordering/shown-service.ts';
import { countOf } from '#pwa/format/counts.ts';

/** Find why a number of specimens cannot be ordered of a service; null when it can. */
export function countProblem(
  { minSpecimens, maxSpecimens }: Pick<ShownService, 'minSpecimens' | 'maxSpecimens'>,
  count: number,
): string | null {
  if (!Number.isInteger(count) || count < minSpecimens)
    return `Enter at least ${countOf(minSpecimens, 'specimen')}.`;
  return maxSpecimens !== null && count > maxSpecimens ? `No more than ${maxSpecimens} specimens.` : null;
}
