import { Decimal } from 'decimal.js';
import { drawStock } from '#db/inventory/draw-stock.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import { quantityNeeded } from './resolve-facts.ts';
import { currentOf, isLive, type SectionRun } from './section-run.ts';
import { releaseAfter } from './waiting-section.ts';

/**
 * Writes the completion event, books the stock that the section used, once even when it was reopened, and lets go what
 * waited for it.
 */
export async function completeSection(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<RuleResult> {
  const history = await tx.find(event, { targetId: run.assigned.id });
  const before = history.some((one) => one.type === 'SECTION_COMPLETED');
  const completionEventId = await recordEvent(tx, context, {
    type: 'SECTION_COMPLETED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: { section: run.running.section.name, by: context.actor.name },
  });
  await tx.patch(assignedSection, run.assigned.id, { completionEventId });
  const booked = before ? applied : await bookStock(tx, context, run);
  const released = await releaseAfter(tx, context, run);
  return booked.outcome === 'APPLIED' ? released : booked;
}

async function bookStock(tx: Transaction, context: OperationContext, run: SectionRun): Promise<RuleResult> {
  const warnings: string[] = [];
  for (const [itemId, amount] of stockUsed(run)) {
    const reason = `${run.batch.julianId} ${run.running.section.name}`;
    const { warning } = await drawStock(tx, context, { itemId, amount: amount.toFixed(), reason });
    if (warning !== null) warnings.push(warning);
  }
  return warnings.length > 0 ? warned('STOCK_OVERDRAWN', warnings.join(' ')) : applied;
}

/** What each lot of the section gave: its quantity for each row plus its quantity for the batch. */
export function stockUsed(run: SectionRun): Map<string, Decimal> {
  const rows = run.rows.filter(isLive).length;
  const used = new Map<string, Decimal>();
  const book = (itemId: string, amount: Decimal) => {
    if (amount.greaterThan(0)) used.set(itemId, (used.get(itemId) ?? new Decimal(0)).plus(amount));
  };
  const values = [...currentOf(run).values()];
  for (const field of run.own.filter((one) => one.type === 'LOT_NUMBER')) {
    const lots = values
      .filter((one) => one.fieldId === field.id)
      .flatMap((one) => one.current.inventoryItemId ?? []);
    if (field.scope === 'PER_BATCH') for (const lot of lots) book(lot, quantityNeeded(field, rows));
    else {
      for (const lot of lots) book(lot, new Decimal(field.quantityPerSample ?? '0'));
      if (lots[0]) book(lots[0], new Decimal(field.quantityPerBatch ?? '0'));
    }
  }
  return new Map([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
}
