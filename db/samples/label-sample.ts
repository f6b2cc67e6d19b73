import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type Barcode, barcode } from './barcode.ts';

/** A label on a sample. */
export interface SampleLabel {
  barcodeId: string;
  value: string;
  /** The sample; its label belongs to the same business entity. */
  target: { id: string; entity: BusinessEntity };
  aliasOfId?: string | null;
}

/**
 * Find the record that this code identifies now, if any. A label that is only printed identifies nothing yet.
 */
export async function activeBarcode(tx: Transaction, value: string): Promise<Barcode | undefined> {
  const barcodes = await tx.find(barcode, { value });
  return barcodes.find((one) => one.active && !isBlank(one));
}

/**
 * Check whether a label was printed before the server knew its tube: it waits for that tube and gets to
 * devices with it.
 */
const isBlank = (one: Pick<Barcode, 'targetId' | 'printedAt'>): boolean =>
  one.targetId === null && one.printedAt !== null;

/**
 * Store the label of a sample. A code that identifies something else is stored as an inactive label, so that
 * it keeps identifying the first; `conflictingLabel` is then that first one. `printed` is the record of its
 * printing before the tube was known.
 */
export async function labelSample(
  tx: Transaction,
  label: SampleLabel,
): Promise<{ conflictingLabel: Barcode | null; printed: Barcode | null }> {
  const known = (await tx.find(barcode, { value: label.value })).filter((one) => one.active);
  const printed = known.find(isBlank);
  const active = known.find((one) => !isBlank(one));
  const conflictingLabel = active && active.targetId !== label.target.id ? active : null;
  if (printed) await tx.patch(barcode, printed.id, { active: false });
  await tx.insert(barcode, {
    id: label.barcodeId,
    value: label.value,
    type: 'SAMPLE',
    targetId: label.target.id,
    entity: label.target.entity,
    aliasOfId: label.aliasOfId ?? null,
    active: active === undefined,
    printedAt: printed?.printedAt ?? null,
    printedById: printed?.printedById ?? null,
  });
  return { conflictingLabel, printed: printed ?? null };
}
