import { Decimal } from 'decimal.js';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { isFlowCellProduct } from '#db/protocols/flow-cell-warranty.ts';
import {
  currentOf,
  isLive,
  isOwnUnsignedValue,
  type SectionRun,
} from '#db/protocols/sections/section-run.ts';
import { type Barcode, barcode } from '#db/samples/barcode.ts';
import type { Transaction } from '#db/transaction.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { currentValues, recordedOf, takesSeveralLots } from './current-values.ts';
import type { FieldValue, ValueEntry } from './field-value.ts';
import type { ValueFacts } from './field-value-check.ts';

/**
 * One lot of a field that takes several: the amount that a person recorded, and its balance before this
 * section.
 */
interface LotShare {
  itemId: string;
  /** Null without a recorded amount: the lot gives what it has, in scanning order. */
  amount: string | null;
  available: string | null;
}

/**
 * Divide the section's need of a reagent among its lots: first the recorded amounts, then the rest from the
 * other lots in order, each until it is empty. The last lot gives the whole remainder, even beyond its
 * balance, because the material was used (domain 5.11, case 25).
 */
export function shareLots(requiredAmount: Decimal, lots: readonly LotShare[]): Map<string, Decimal> {
  const statedAmount = lots.reduce((sum, lot) => sum.plus(lot.amount ?? '0'), new Decimal(0));
  let rest = Decimal.max(0, requiredAmount.minus(statedAmount));
  const open = lots.filter((lot) => lot.amount === null);
  const last = open.at(-1);
  return new Map(
    lots.map((lot): [string, Decimal] => {
      if (lot.amount !== null) return [lot.itemId, new Decimal(lot.amount)];
      const has = lot.available === null ? rest : Decimal.max(0, lot.available);
      const share = lot === last ? rest : Decimal.min(rest, has);
      rest = rest.minus(share);
      return [lot.itemId, share];
    }),
  );
}

/** Compute what other lots leave for this one: the whole need, less their recorded amounts or balances. */
function leftForLot(requiredAmount: Decimal, otherLots: readonly LotShare[]): Decimal {
  const providedAmount = otherLots.reduce(
    (sum, lot) => sum.plus(lot.amount ?? Decimal.max(0, lot.available ?? requiredAmount)),
    new Decimal(0),
  );
  return Decimal.max(0, requiredAmount.minus(providedAmount));
}

/** Find the item that a text names: by its id, its label, or a lot number of the required type. */
export async function itemNamed(tx: Transaction, field: Field, raw: string): Promise<InventoryItem | null> {
  const text = raw.trim();
  const byId = /^[0-9A-Za-z_-]{1,64}$/.test(text) ? await tx.get(inventoryItem, text) : undefined;
  if (byId) return byId;
  const [byLabel] = await tx.find(inventoryItem, { barcode: barcodeOf(text) });
  if (byLabel) return byLabel;
  const lots = await tx.find(inventoryItem, { lotNumber: text });
  return lots.find((lot) => lot.inventoryTypeId === field.inventoryTypeId) ?? lots[0] ?? null;
}

/** Compute the need of a lot field: its quantity for each live row plus its quantity for the batch. */
export function quantityNeeded(field: Field, rows: number): Decimal {
  return new Decimal(field.quantityPerSample ?? '0').times(rows).plus(field.quantityPerBatch ?? '0');
}

/** List the lots of a field in this section with their balances. */
export async function lotsListed(tx: Transaction, run: SectionRun, field: Field): Promise<LotShare[]> {
  const lots: LotShare[] = [];
  for (const { current } of recordedOf(currentOf(run), field.id)) {
    if (current.inventoryItemId === null) continue;
    const item = await tx.get(inventoryItem, current.inventoryItemId);
    const available = item?.remaining ?? item?.quantity ?? null;
    lots.push({ itemId: current.inventoryItemId, amount: current.numericValue, available });
  }
  return lots;
}

/** Compute the need from a scanned lot: the need of the field, less what its listed lots give already. */
async function neededOf(
  tx: Transaction,
  run: SectionRun,
  field: Field,
  item: InventoryItem | null,
): Promise<Decimal> {
  const rows = field.scope === 'PER_SAMPLE' ? 1 : run.rows.filter(isLive).length;
  const requiredQuantity = quantityNeeded(field, rows);
  if (!takesSeveralLots(field)) return requiredQuantity;
  const otherLots = (await lotsListed(tx, run, field)).filter((lot) => lot.itemId !== item?.id);
  return leftForLot(requiredQuantity, otherLots);
}

/** A value that is recorded in the same operation. */
type BatchEntry = Pick<ValueEntry, 'fieldId' | 'sampleId' | 'value'>;

/** Look up the facts that the check of a value needs. `batch` are all values of the operation. */
export async function resolveFacts(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  entry: { sampleId: string | null; value: string; amount?: string | null },
  batch: readonly BatchEntry[] = [],
): Promise<ValueFacts> {
  const facts: ValueFacts = { labDay: context.labDay, labTimezone: context.labTimezone };
  if (field.type === 'LOT_NUMBER' && field.inventoryTypeId !== null) {
    const item = await itemNamed(tx, field, entry.value);
    const boundType = (await tx.get(inventoryType, field.inventoryTypeId)) ?? null;
    const requiredQuantity = (await neededOf(tx, run, field, item)).toFixed();
    facts.lot = { item, boundType, requiredAmount: requiredQuantity, amount: entry.amount ?? null };
  }
  if (field.type === 'BARCODE')
    Object.assign(facts, await barcodeFacts(tx, context, run, field, entry, batch));
  return facts;
}

async function barcodeFacts(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  entry: { sampleId: string | null; value: string },
  batch: readonly BatchEntry[],
): Promise<Partial<ValueFacts>> {
  const code = barcodeOf(entry.value);
  const barcodeRow = (await tx.find(barcode, { value: code })).find((one) => one.active);
  const row = run.rows.find((one) => one.id === entry.sampleId);
  const isOther = (one: { fieldId: string; sampleId: string | null }): boolean =>
    one.fieldId === field.id && one.sampleId !== entry.sampleId;
  const otherUse =
    batch.find((one) => isOther(one) && barcodeOf(one.value) === code) ??
    [...currentValues(run.values, run.fields).values()]
      .map(({ current }) => current)
      .find(
        (current) => isOther(current) && current.value === code && !isReplaced(context, run, current, batch),
      );
  const usedBy = run.rows.find((one) => one.id === otherUse?.sampleId);
  return {
    barcode: barcodeRow ? await knownCode(tx, field, barcodeRow) : null,
    expectedTube: row?.sample?.barcode ?? null,
    usedFor: usedBy?.barcode ?? null,
  };
}

/**
 * Check whether the same operation gives the place another code, so that a file can exchange the codes of two
 * tubes. Only an own, unsigned value gives way; that of another person stays beside the new one.
 */
function isReplaced(
  context: OperationContext,
  run: SectionRun,
  current: FieldValue,
  batch: readonly BatchEntry[],
): boolean {
  const next = batch.findLast((one) => one.fieldId === current.fieldId && one.sampleId === current.sampleId);
  return (
    next !== undefined && barcodeOf(next.value) !== current.value && isOwnUnsignedValue(context, run, current)
  );
}

type KnownCode = NonNullable<ValueFacts['barcode']>;

// A flow cell is a labeled inventory item; its product must be one that the sequencers take.
async function knownCode(tx: Transaction, field: Field, barcodeRow: Barcode): Promise<KnownCode | null> {
  const { id, targetId } = barcodeRow;
  if (field.barcodeType !== 'FLOW_CELL' || targetId === null) return { id, type: barcodeRow.type };
  const item = await tx.get(inventoryItem, targetId);
  const type = item ? await tx.get(inventoryType, item.inventoryTypeId) : undefined;
  return type && isFlowCellProduct(type.catalogNumber) ? { id, type: 'FLOW_CELL' } : null;
}
