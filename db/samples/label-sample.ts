import type { Transaction } from '#db/transaction.ts';
import { type Barcode, barcode } from './barcode.ts';

/** A label that was put on a sample. */
export interface SampleLabel {
  barcodeId: string;
  value: string;
  targetId: string;
  aliasOfId?: string | null;
}

/** The thing that carries this code now, if any. A label that is only printed carries nothing yet. */
export async function activeBarcode(tx: Transaction, value: string): Promise<Barcode | undefined> {
  const barcodes = await tx.find(barcode, { value });
  return barcodes.find((one) => one.active && !isBlank(one));
}

/** A label that was printed before the server knew of its tube: it waits for its thing and is then told with it. */
export const isBlank = (one: Pick<Barcode, 'targetId' | 'printedAt'>): boolean =>
  one.targetId === null && one.printedAt !== null;

/**
 * Keeps the label of a sample. A code that something else carries already is kept as an inactive label, so that it goes
 * on naming the first; `taken` is then the first. `printed` is its label's printing
 * before the tube was known.
 */
export async function labelSample(
  tx: Transaction,
  label: SampleLabel,
): Promise<{ conflictingLabel: Barcode | null; printed: Barcode | null }> {
  const known = (await tx.find(barcode, { value: label.value })).filter((one) => one.active);
  const printed = known.find(isBlank);
  const active = known.find((one) => !isBlank(one));
  const conflictingLabel = active && active.targetId !== label.targetId ? active : null;
  if (printed) await tx.patch(barcode, printed.id, { active: false });
  await tx.insert(barcode, {
    id: label.barcodeId,
    value: label.value,
    type: 'SAMPLE',
    targetId: label.targetId,
    aliasOfId: label.aliasOfId ?? null,
    active: active === undefined,
    printedAt: printed?.printedAt ?? null,
    printedById: printed?.printedById ?? null,
  });
  return { conflictingLabel, printed: printed ?? null };
}
