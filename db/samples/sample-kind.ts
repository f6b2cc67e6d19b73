import { z } from 'zod';

/** The role of a sample within its specimen; the primary is the received material. */
export const SAMPLE_KINDS = ['PRIMARY', 'ALIQUOT', 'EXTRACT', 'LIBRARY', 'POOL', 'DUPLICATE'] as const;
export const SampleKind = z.enum(SAMPLE_KINDS);
export type SampleKind = z.infer<typeof SampleKind>;

/** The screen text of each kind. */
export const SAMPLE_KIND: Record<SampleKind, string> = {
  PRIMARY: 'Primary',
  ALIQUOT: 'Aliquot',
  EXTRACT: 'Extract',
  LIBRARY: 'Library',
  POOL: 'Pool',
  DUPLICATE: 'Duplicate',
};
