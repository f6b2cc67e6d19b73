import type { Transaction } from '#db/transaction.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { barcode } from './barcode.ts';
import { type Sample, sample } from './sample.ts';

/** Find the sample of a scanned code, by its label or by an older label of it. */
export async function sampleByCode(tx: Transaction, code: string): Promise<Sample | undefined> {
  const value = barcodeOf(code);
  const [labeledSample] = await tx.find(sample, { barcode: value });
  if (labeledSample) return labeledSample;
  const labels = await tx.find(barcode, { value });
  let label = labels.find((one) => one.active && one.type === 'SAMPLE');
  for (let hops = 0; label && label.targetId === null && label.aliasOfId !== null && hops < 8; hops++) {
    label = await tx.get(barcode, label.aliasOfId);
  }
  const sampleRow = label?.targetId ? await tx.get(sample, label.targetId) : undefined;
  return sampleRow && !sampleRow.deleted ? sampleRow : undefined;
}
