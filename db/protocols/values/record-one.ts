import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { openItem } from '#db/inventory/draw-stock.ts';
import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import { lotWarningAtUse } from '#db/inventory/lot-at-use.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import {
  applied,
  conflicted,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { poreProblem } from '#db/protocols/flow-cell-warranty.ts';
import {
  currentOf,
  type GridRow,
  isOwnUnsignedValue,
  type SectionRun,
} from '#db/protocols/sections/section-run.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalNumber } from './canonical-value.ts';
import {
  type CurrentValue,
  lotOfPlace,
  recordedOf,
  sameEntry,
  takesSeveralLots,
  valueKey,
} from './current-values.ts';
import { type FieldValue, fieldValue, isFromPlate, type ValueEntry } from './field-value.ts';
import { checkFieldValue, type ValueCheck, type ValueFacts } from './field-value-check.ts';
import { giveDnaBarcode } from './give-dna-barcode.ts';
import { resolveFacts } from './resolve-facts.ts';
import { alignValueConflict, FIELD_VALUE, wasCorrectedConcurrently } from './value-conflict.ts';

type Accepted = Exclude<ValueCheck, { problem: string }>;

/** Record one value of an open section; `batch` are all values of the operation. */
export async function recordOne(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  entry: ValueEntry,
  batch: readonly ValueEntry[],
): Promise<RuleResult> {
  const field = run.own.find((one) => one.id === entry.fieldId);
  if (!field) throw refuse('NOT_FOUND', 'Not found.');
  if (field.type === 'CALCULATION')
    throw refuse('CALCULATED', `${field.label} is calculated; change its operands.`);
  const row = await gridRowOf(tx, run, field, entry.sampleId);
  const facts = await resolveFacts(tx, context, run, field, entry, batch);
  const checked = checkFieldValue(field, entry.value, facts);
  const { accepted, warning, isFlagged } = await accept(tx, context, field, checked, facts);
  const result = await store(tx, context, run, field, entry, accepted);
  await followUp(tx, context, run, field, row, facts);
  if (isFlagged) await flagSamples(tx, row ? [row] : run.rows);
  const pores = await poreProblem(tx, run, field, accepted.value);
  return result.outcome === 'APPLIED' || result.outcome === 'MERGED'
    ? (resultWithWarning(field, row, accepted, warning ?? pores) ?? result)
    : result;
}

async function gridRowOf(
  tx: Transaction,
  run: SectionRun,
  field: Field,
  sampleId: string | null,
): Promise<GridRow | null> {
  if (field.scope === 'PER_BATCH') {
    if (sampleId !== null) throw refuse('PER_BATCH', `${field.label} is recorded once for the batch.`);
    return null;
  }
  const row = run.rows.find((one) => one.id === sampleId);
  if (row) return row;
  const sampleInOtherBatch = sampleId === null ? undefined : await tx.get(sample, sampleId);
  if (!sampleInOtherBatch) throw refuse('PER_SAMPLE', `Choose the sample for ${field.label}.`);
  // Another batch has the sample while this one works on it: the value is stored, and the lab manager who
  // decides sees the flag (case 13).
  await tx.patch(sample, sampleInOtherBatch.id, { flaggedForReview: true });
  return {
    id: sampleInOtherBatch.id,
    barcode: sampleInOtherBatch.barcode,
    well: null,
    sample: sampleInOtherBatch,
    control: null,
  };
}

/**
 * Accept a checked value. A lot that went bad online after its use on a device is judged by the moment of use
 * and never refused (case 26).
 */
async function accept(
  tx: Transaction,
  context: OperationContext,
  field: Field,
  checked: ValueCheck,
  facts: ValueFacts,
): Promise<{ accepted: Accepted; warning: string | null; isFlagged: boolean }> {
  if (checked.problem === null) return { accepted: checked, warning: checked.warning, isFlagged: false };
  const { item, boundType } = facts.lot ?? { item: null, boundType: null };
  const usedAtBench = context.replica === 'server' && context.deviceId !== null;
  const real = item !== null && boundType !== null && item.inventoryTypeId === field.inventoryTypeId;
  if (!usedAtBench || !real) throw refuse('INVALID_VALUE', checked.problem);
  const doubt = await lotWarningAtUse(tx, item, boundType, context);
  const other = item.quarantined || usedUpLater(item, context) ? null : checked.problem;
  // A lot that others used up, or that nobody booked in, is sound material: the device warns, and nobody
  // reviews it (case 25).
  const unproven = other !== null && boundType.requiresQc && item.qcPassed !== true;
  const storedFields = {
    value: lotName(item),
    numericValue: amountOf(field, facts.lot?.amount ?? null),
    inventoryItemId: item.id,
    barcodeId: item.barcodeId,
  };
  return {
    accepted: { problem: null, ...storedFields, qc: 'OK', warning: null },
    warning: doubt ?? other,
    isFlagged: doubt !== null || unproven,
  };
}

const usedUpLater = ({ status, usedAt }: InventoryItem, { occurredAt }: OperationContext): boolean =>
  status === 'USED' && usedAt !== null && occurredAt <= usedAt;

// A person reviews material on which a bad lot was used.
async function flagSamples(tx: Transaction, rows: readonly GridRow[]): Promise<void> {
  for (const row of rows) if (row.sample) await tx.patch(sample, row.sample.id, { flaggedForReview: true });
}

const amountOf = (field: Field, amount: string | null): string | null =>
  amount === null || !takesSeveralLots(field) ? null : canonicalNumber(amount);

/**
 * Find the current value of an entry's place; for a lot field, that of the same lot. A correction replaces
 * the only lot.
 */
function knownAt(run: SectionRun, field: Field, entry: ValueEntry, accepted: Accepted) {
  const current = currentOf(run);
  const corrected = [...current.values()].find((one) => one.current.id === entry.correctsId);
  if (corrected?.fieldId === field.id && corrected.sampleId === entry.sampleId) return corrected;
  const known = current.get(valueKey(field.id, entry.sampleId, lotOfPlace(field, accepted)));
  if (known || !takesSeveralLots(field) || entry.changeReason === null) return known;
  const lots = recordedOf(current, field.id);
  return lots.length === 1 ? lots[0] : undefined;
}

/** Check whether a lot that is scanned again without an amount is listed; a correction may remove the amount. */
const repeatsLot = (field: Field, known: CurrentValue, entry: ValueEntry, accepted: Accepted): boolean =>
  takesSeveralLots(field) &&
  accepted.inventoryItemId === known.current.inventoryItemId &&
  accepted.numericValue === null &&
  entry.changeReason === null;

/** Check whether the entry adds an amount to a lot that has none. */
const refines = (field: Field, known: CurrentValue, accepted: Accepted): boolean =>
  takesSeveralLots(field) &&
  accepted.inventoryItemId === known.current.inventoryItemId &&
  known.current.numericValue === null;

async function store(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  entry: ValueEntry,
  accepted: Accepted,
): Promise<RuleResult> {
  const known = knownAt(run, field, entry, accepted);
  const same =
    known !== undefined &&
    (sameEntry(field, known.current, accepted) || repeatsLot(field, known, entry, accepted));
  // Another barcode than that of the plate is a difference, whoever chose it.
  const own =
    known?.current.enteredById === context.actor.userId &&
    known.current.occurredAt <= context.occurredAt &&
    !isFromPlate(known.current);
  if (known && same && own) return applied;
  // A signed value changes only with a reason, even when its author changes it (domain 5.6).
  const isOwnValue = known !== undefined && isOwnUnsignedValue(context, run, known.current);
  const adds = known !== undefined && !same && refines(field, known, accepted);
  const correctedConcurrently = await wasCorrectedConcurrently(
    context,
    run,
    known?.current,
    entry.correctsId,
  );
  const corrects = entry.changeReason !== null && !correctedConcurrently;
  const supersedes = known && !same && (isOwnValue || corrects) ? known.current : null;
  // Two lots are two places of one field: both stay on its list.
  const isOnePlace = known && lotOfPlace(field, known.current) === lotOfPlace(field, accepted);
  const conflict = isOnePlace === true && !same && !adds && supersedes === null;
  const row = await tx.insert(fieldValue, {
    id: entry.id,
    assignedSectionId: run.assigned.id,
    fieldId: field.id,
    sampleId: entry.sampleId,
    value: accepted.value,
    numericValue: accepted.numericValue,
    inventoryItemId: accepted.inventoryItemId,
    barcodeId: accepted.barcodeId,
    enteredById: context.actor.userId,
    occurredAt: context.occurredAt,
    inputMethod: entry.inputMethod,
    supersedesId: supersedes?.id ?? null,
    changeReason: supersedes ? (entry.changeReason ?? 'Changed by the same person before signing.') : null,
    conflict,
    late: false,
    removed: false,
  });
  run.values.push(row);
  if (known && supersedes && !adds) await noteCorrection(tx, context, run, field, known, row);
  const differs = known ? await alignValueConflict(tx, context, run, field, row) : null;
  if (conflict && differs !== null) return conflicted(FIELD_VALUE, differs);
  if (!known || !same) return applied;
  const name = await personName(tx, known.current.enteredById);
  return merged('SAME_VALUE', `${field.label} was recorded by ${name} too; both are kept as witnesses.`);
}

/** Format a value for the history: a lot with the amount taken of it. */
const formatRowValue = (field: Field, row: Pick<FieldValue, 'value' | 'numericValue'>): string =>
  takesSeveralLots(field) && row.numericValue !== null ? `${row.value}, ${row.numericValue}` : row.value;

const noteCorrection = (
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  known: CurrentValue,
  row: FieldValue,
): Promise<string> =>
  recordEvent(tx, context, {
    type: 'FIELD_VALUE_CORRECTED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: {
      field: field.name,
      sampleId: row.sampleId,
      from: formatRowValue(field, known.current),
      to: formatRowValue(field, row),
      reason: row.changeReason,
      by: context.actor.name,
    },
  });

async function followUp(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  field: Field,
  row: GridRow | null,
  facts: ValueFacts,
): Promise<void> {
  // Waiting values count when they are released.
  const counting = row && currentOf(run).get(valueKey(field.id, row.id));
  if (counting && run.assigned.waitsForId === null)
    await giveDnaBarcode(tx, field, row, counting.current.value);
  const item = facts.lot?.item;
  if (item && item.status === 'RECEIVED') await openItem(tx, context, item);
}

function qcSide({ qcMin, qcMax }: Field, value: string | null): string {
  if (qcMin !== null && qcMax !== null) return `outside ${qcMin} to ${qcMax}`;
  return qcMin !== null && Number(value) < Number(qcMin) ? `below ${qcMin}` : `above ${qcMax}`;
}

function resultWithWarning(
  field: Field,
  row: GridRow | null,
  accepted: Accepted,
  warning: string | null,
): RuleResult | null {
  const failed = row?.sample?.status === 'FAILED_QC' || row?.sample?.status === 'FAILED_VISUAL_INSPECTION';
  if (failed) return warned('SAMPLE_FAILED', `Sample ${row?.barcode} has failed; the value is kept.`);
  // A control is judged by its kind: a negative control must show nothing.
  if (accepted.qc === 'AMBER' && !row?.control) {
    const outside = `${field.label} is ${qcSide(field, accepted.numericValue)}.`;
    const then = row ? 'Fail sample?' : warning;
    return warned('QC_OUTSIDE', [outside, then].filter(Boolean).join(' '));
  }
  return warning === null ? null : warned('CHECK', warning);
}
