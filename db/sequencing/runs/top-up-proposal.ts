import type { Decimal } from 'decimal.js';
import { z } from 'zod';
import { Exact, floorTo, molarity } from '#db/protocols/values/balancing-amounts.ts';
import type { Sample } from '#db/samples/sample.ts';
import { largeCount } from '#db/values/field-types.ts';

/** How much of a library to load again, and what it is expected to give. */
export const TopUpProposal = z.object({
  /** In µL, with one decimal. */
  volume: z.string(),
  /** In fmol; null when the concentration or the length of the library is unknown. */
  amount: z.string().nullable(),
  /** The bases that the volume is expected to give; null when nothing is known of an earlier loading. */
  expectedBases: largeCount.nullable(),
  /** Whether the rest of the library is expected to reach the target. */
  isEnough: z.boolean(),
});
export type TopUpProposal = z.infer<typeof TopUpProposal>;

/** The resolution of a volume, and the least volume that a pipette takes, in µL. */
const RESOLUTION = '0.1';
const MIN_VOLUME = '1';

interface TopUpFigures {
  targetBases: number;
  cumulativeBases: number;
  /** The volume in µL that gave the cumulative bases; null when it was not recorded. */
  loadedVolume: string | null;
}

const ceilTo = (value: Decimal.Value): Decimal => new Exact(value).div(RESOLUTION).ceil().times(RESOLUTION);

/**
 * Propose how much of a library to load again: as much as gives the missing bases at the yield per volume of the
 * earlier loadings, and no more than is left. Without an earlier yield it is all that is left. Null when the target
 * is reached or nothing is left.
 */
export function proposeTopUp(
  { targetBases, cumulativeBases, loadedVolume }: TopUpFigures,
  library: Pick<Sample, 'remainingVolume' | 'extractedConcentration' | 'fragmentLength'>,
): TopUpProposal | null {
  const remaining = floorTo(library.remainingVolume ?? '0', RESOLUTION);
  const missingBases = targetBases - cumulativeBases;
  if (missingBases <= 0 || remaining.lessThan(RESOLUTION)) return null;
  const basesPerMicroliter =
    loadedVolume === null || Number(loadedVolume) <= 0 || cumulativeBases === 0
      ? null
      : new Exact(cumulativeBases).div(loadedVolume);
  const requested =
    basesPerMicroliter === null ? remaining : ceilTo(new Exact(missingBases).div(basesPerMicroliter));
  const volume = Exact.min(Exact.max(requested, MIN_VOLUME), remaining);
  const expected = basesPerMicroliter?.times(volume).round().toNumber() ?? null;
  const { extractedConcentration: concentration, fragmentLength: length } = library;
  const amount =
    concentration === null || length === null || length <= 0
      ? null
      : molarity(concentration, length, 'ds').times(volume).toFixed(1);
  return {
    volume: volume.toFixed(1),
    amount,
    expectedBases: expected,
    isEnough: expected !== null && expected >= missingBases,
  };
}
