import type { Sample } from './sample.ts';

/**
 * The DNA barcode that a tube keeps when it leaves a plate: a library had it ligated in an earlier batch. Any other was
 * only meant for its well.
 */
export const retainedDnaBarcode = (row: Pick<Sample, 'sampleKind' | 'dnaBarcode'>): string | null =>
  row.sampleKind === 'LIBRARY' ? row.dnaBarcode : null;
