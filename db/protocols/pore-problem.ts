import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { barcode } from '#db/samples/barcode.ts';
import type { Transaction } from '#db/transaction.ts';
import { currentValues } from './current-values.ts';
import type { Field } from './field.ts';
import { poreWarning } from './flow-cell.ts';
import type { SectionRun } from './section-run.ts';

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
