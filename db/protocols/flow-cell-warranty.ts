import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { barcode } from '#db/samples/barcode.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Field } from './field.ts';
import type { SectionRun } from './sections/section-run.ts';
import { currentValues } from './values/current-values.ts';

/** Number of pores below which a new flow cell is under its warranty, by product (domain 5.7, domain-lab 15). */
const WARRANTY_PORES = [
  { prefix: 'FLO-MIN', name: 'MinION', pores: 800 },
  { prefix: 'FLO-FLG', name: 'Flongle', pores: 50 },
  { prefix: 'FLO-PRO', name: 'PromethION', pores: 5000 },
] as const;

/** Find the format of a flow cell and the number of pores that its warranty promises, by its catalog number. */
export const warrantyOf = (catalogNumber: string): (typeof WARRANTY_PORES)[number] | undefined =>
  WARRANTY_PORES.find(({ prefix }) => catalogNumber.toUpperCase().startsWith(prefix));

/** Check whether a catalog number is that of a flow cell. */
export const isFlowCellProduct = (catalogNumber: string): boolean =>
  catalogNumber.toUpperCase().startsWith('FLO-');

/** Format the warning about a flow cell with too few pores, or return null. */
export function poreWarning(catalogNumber: string, pores: number): string | null {
  const product = warrantyOf(catalogNumber);
  if (!product || pores >= product.pores) return null;
  return `${pores} pores: a ${product.name} flow cell is under warranty below ${product.pores}.`;
}

/**
 * Find the warning when the counted pores are below the warranty of the flow cell that was scanned for this
 * batch.
 */
export async function poreProblem(
  tx: Transaction,
  run: SectionRun,
  field: Field,
  value: string,
): Promise<string | null> {
  if (field.type !== 'NUMBER' || field.name !== 'pores') return null;
  const cells = new Set(run.fields.filter((one) => one.barcodeType === 'FLOW_CELL').map((one) => one.id));
  const scanned = [...currentValues(run.values, run.fields).values()].find(({ fieldId }) =>
    cells.has(fieldId),
  );
  if (!scanned) return null;
  const [label] = await tx.find(barcode, { value: scanned.current.value });
  const item = label?.targetId ? await tx.get(inventoryItem, label.targetId) : undefined;
  const type = item ? await tx.get(inventoryType, item.inventoryTypeId) : undefined;
  return type ? poreWarning(type.catalogNumber, Number(value)) : null;
}
