import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { drawStock } from '#db/inventory/draw-stock.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import { takesSeveralLots } from './current-values.ts';
import { lotsListed, quantityNeeded } from './resolve-facts.ts';
import { currentOf, isLive, type SectionRun } from './section-run.ts';
import { shareLots } from './share-lots.ts';
import { releaseAfter } from './waiting-section.ts';

/**
 * Complete a section: write the completion event, book the stock that the section used, and release the
 * sections that waited for it. After a reopening only the difference is booked: an added or removed lot, or a
 * corrected amount.
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
