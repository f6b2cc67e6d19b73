import type { Sample } from './sample.ts';

/**
 * Return the DNA barcode that a tube keeps when it leaves a plate: that of a library, ligated in an earlier
 * batch. Any other was only planned for its well.
 */
export const retainedDnaBarcode = (row: Pick<Sample, 'sampleKind' | 'dnaBarcode'>): string | null =>
  row.sampleKind === 'LIBRARY' ? row.dnaBarcode : null;
