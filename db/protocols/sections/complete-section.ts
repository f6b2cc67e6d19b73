import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { updateOutputs } from '#db/batches/batch-outputs.ts';
import { certification } from '#db/inventory/certification.ts';
import { equipmentProblem } from '#db/inventory/certification-due.ts';
import { drawStock } from '#db/inventory/draw-stock.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { currentValues, takesSeveralLots } from '#db/protocols/values/current-values.ts';
import { invalidOrMissing } from '#db/protocols/values/field-value-check.ts';
import { plateBarcodeProblems } from '#db/protocols/values/plate-barcodes.ts';
import { calculatedValues } from '#db/protocols/values/recalculate.ts';
import { lotsListed, quantityNeeded, shareLots } from '#db/protocols/values/resolve-facts.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import { missingFields } from './missing-cells.ts';
import { currentOf, isLive, type SectionRun } from './section-run.ts';
import { releaseAfter } from './waiting-section.ts';

/**
 * Complete a section: write the completion event, book the stock that the section used, and release the
 * sections that waited for it. After a reopening only the difference is booked: an added or removed lot, or a
 * corrected amount. Completing the last open section of a returned batch corrects what the batch made.
 */
export async function completeSection(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<RuleResult> {
  const before = await bookedBefore(tx, run);
  const stockUse = before === 'ONCE' ? null : await stockUsed(tx, run, before);
  const completionEventId = await recordEvent(tx, context, {
    type: 'SECTION_COMPLETED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: {
      section: run.running.section.name,
      by: context.actor.name,
      ...(stockUse
        ? { drawn: Object.fromEntries([...stockUse].map(([id, amount]) => [id, amount.toFixed()])) }
        : {}),
    },
  });
  await tx.patch(assignedSection, run.assigned.id, { completionEventId });
  const booked =
    stockUse && before !== 'ONCE' ? await bookStock(tx, context, run, stockUse, before) : applied;
  const isLastOpen = run.all.every(
    ({ assigned }) => assigned.id === run.assigned.id || assigned.completionEventId !== null,
  );
  if (run.batch.status === 'COMPLETED' && isLastOpen) await updateOutputs(tx, context, run.batch);
  const released = await releaseAfter(tx, context, run);
  return booked.outcome === 'APPLIED' ? released : booked;
}

type Booked = ReadonlyMap<string, Decimal>;
const DrawnAmounts = z.record(z.string(), z.string());

/**
 * Load what earlier completions of this section booked; ONCE when an old completion booked without details.
 */
export async function bookedBefore(tx: Transaction, run: SectionRun): Promise<Booked | 'ONCE'> {
  const history = await tx.find(event, { targetId: run.assigned.id });
  const last = history
    .filter((one) => one.type === 'SECTION_COMPLETED')
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1))
    .at(-1);
  if (!last) return new Map();
  const drawnAmounts = DrawnAmounts.safeParse(last.data['drawn']);
  return drawnAmounts.success
    ? new Map(Object.entries(drawnAmounts.data).map(([id, amount]) => [id, new Decimal(amount)]))
    : 'ONCE';
}

async function bookStock(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  stockUse: Booked,
  before: Booked,
): Promise<RuleResult> {
  const warnings: string[] = [];
  for (const itemId of [...new Set([...stockUse.keys(), ...before.keys()])].sort()) {
    const amount = (stockUse.get(itemId) ?? new Decimal(0)).minus(before.get(itemId) ?? 0);
    if (amount.isZero()) continue;
    const reason = `${run.batch.julianId} ${run.running.section.name}`;
    const { warning } = await drawStock(tx, context, { itemId, amount: amount.toFixed(), reason });
    if (warning !== null) warnings.push(warning);
  }
  return warnings.length > 0 ? warned('STOCK_OVERDRAWN', warnings.join(' ')) : applied;
}

/**
 * Compute what each lot of the section gave: the field's quantity for each row plus its quantity for the
 * batch, shared among several lots.
 */
export async function stockUsed(tx: Transaction, run: SectionRun, before: Booked): Promise<Booked> {
  const rows = run.rows.filter(isLive).length;
  const stockUse = new Map<string, Decimal>();
  const book = (itemId: string, amount: Decimal) => {
    if (amount.greaterThan(0)) stockUse.set(itemId, (stockUse.get(itemId) ?? new Decimal(0)).plus(amount));
  };
  const values = [...currentOf(run).values()];
  for (const field of run.own.filter((one) => one.type === 'LOT_NUMBER')) {
    if (takesSeveralLots(field)) {
      const lots = (await lotsListed(tx, run, field)).map((lot) => ({
        ...lot,
        available: lot.available && new Decimal(lot.available).plus(before.get(lot.itemId) ?? 0).toFixed(),
      }));
      for (const [lot, share] of shareLots(quantityNeeded(field, rows), lots)) book(lot, share);
      continue;
    }
    const lots = values
      .filter((one) => one.fieldId === field.id)
      .flatMap((one) => one.current.inventoryItemId ?? []);
    for (const lot of lots) book(lot, new Decimal(field.quantityPerSample ?? '0'));
    if (lots[0]) book(lots[0], new Decimal(field.quantityPerBatch ?? '0'));
  }
  return new Map([...stockUse].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One reason why a section cannot be completed, as code and text. */
export interface ReadinessProblem {
  code: 'VALUE_MISSING' | 'VALUE_DIFFERS' | 'CONFLICTS_OPEN' | 'EQUIPMENT';
  message: string;
  /** The wells that lack the value, when only some do. */
  wells?: readonly string[];
}

/** List required fields without a valid value: one problem per field, with the tubes that lack it. */
function missingValues(run: SectionRun): ReadinessProblem[] {
  const known = currentValues(run.values, run.fields);
  const rows = run.rows.filter(isLive);
  return missingFields(run).map(({ field, asked, cells }) => {
    const calculated = field.type === 'CALCULATION' ? calculatedValues(field, rows, run.fields, known) : null;
    const problem = calculated?.get(cells[0]?.rowId ?? '')?.problem;
    const wells = cells.length < asked ? cells.flatMap(({ well }) => well ?? []) : [];
    return { code: 'VALUE_MISSING' as const, message: problem ?? invalidOrMissing(field.label), wells };
  });
}

/** List equipment types of the section that nobody scanned, and scanned instruments that may not be used. */
async function equipmentProblems(
  tx: Transaction,
  run: SectionRun,
  labDay: string,
): Promise<ReadinessProblem[]> {
  const ids = Object.keys(run.assigned.equipmentScans).sort();
  const scanned = ids.length > 0 ? await tx.find(equipment, { id: ids }) : [];
  const missing = run.running.section.equipmentTypeRequired.filter(
    (type) => !scanned.some((one) => one.type === type),
  );
  const problems: ReadinessProblem[] = missing.map((type) => ({
    code: 'EQUIPMENT',
    message: `Scan a ${type}.`,
  }));
  for (const one of scanned) {
    const problem = equipmentProblem(one, await tx.find(certification, { equipmentId: one.id }), labDay);
    if (problem) problems.push({ code: 'EQUIPMENT', message: problem.message });
  }
  return problems;
}

/** Format the text for open conflicts, or return null. */
const conflictsText = (n: number): string | null => (n === 0 ? null : `Resolve ${n} sync conflicts first.`);

/** List everything that keeps a section from being completed. */
export async function sectionProblems(
  tx: Transaction,
  run: SectionRun,
  labDay: string,
): Promise<ReadinessProblem[]> {
  const open = await tx.find(syncConflict, { assignedSectionId: run.assigned.id, status: 'OPEN' });
  const text = conflictsText(open.length);
  const conflicts: ReadinessProblem[] = text === null ? [] : [{ code: 'CONFLICTS_OPEN', message: text }];
  const differing = plateBarcodeProblems(run).map(
    (message): ReadinessProblem => ({ code: 'VALUE_DIFFERS', message }),
  );
  return [...missingValues(run), ...differing, ...conflicts, ...(await equipmentProblems(tx, run, labDay))];
}
