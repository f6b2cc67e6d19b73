import { z } from 'zod';

/** What a sample is within its specimen; the primary is what was received. */
export const SAMPLE_KINDS = ['PRIMARY', 'ALIQUOT', 'EXTRACT', 'LIBRARY', 'POOL', 'DUPLICATE'] as const;
export const SampleKind = z.enum(SAMPLE_KINDS);
export type SampleKind = z.infer<typeof SampleKind>;

/** How each is worded on the screens. */
export const SAMPLE_KIND: Record<SampleKind, string> = {
  PRIMARY: 'Primary',
  ALIQUOT: 'Aliquot',
  EXTRACT: 'Extract',
  LIBRARY: 'Library',
  POOL: 'Pool',
  DUPLICATE: 'Duplicate',
};
