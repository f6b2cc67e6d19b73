import type { Transaction } from '#db/transaction.ts';
import { type Barcode, barcode } from './barcode.ts';

/** A label that was put on a sample. */
export interface SampleLabel {
  barcodeId: string;
  value: string;
  targetId: string;
  aliasOfId?: string | null;
}

/** The thing that carries this code now, if any. */
export async function activeBarcode(tx: Transaction, value: string): Promise<Barcode | undefined> {
  const found = await tx.find(barcode, { value });
  return found.find((one) => one.active);
}

/**
 * Keeps the label of a sample. A code that something else carries already is kept as an inactive label, so that it goes
 * on naming the first; `taken` is then the first.
 */
export async function labelSample(tx: Transaction, label: SampleLabel): Promise<{ taken: Barcode | null }> {
  const active = await activeBarcode(tx, label.value);
  const taken = active && active.targetId !== label.targetId ? active : null;
  await tx.insert(barcode, {
    id: label.barcodeId,
    value: label.value,
    type: 'SAMPLE',
    targetId: label.targetId,
    aliasOfId: label.aliasOfId ?? null,
    active: active === undefined,
  });
  return { taken };
}
