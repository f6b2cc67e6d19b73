import { invoice } from '#db/billing/invoice.ts';
import { invoiceLine } from '#db/billing/invoice-line.ts';
import { type DraftLine, invoiceLines } from '#db/billing/invoice-lines.ts';
import { openInvoices } from '#db/billing/open-invoices.ts';
import type { Totals } from '#db/billing/order-totals.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';
import { service } from './service.ts';
import { liveSpecimens } from './specimens-of-order.ts';

/** What an order comes to at its own frozen prices: specimens that are still to be named count at the price of one. */
async function billOf(tx: Transaction, row: Order): Promise<{ totals: Totals; lines: readonly DraftLine[] }> {
  const adjustments = await tx.find(priceAdjustment, { orderId: row.id });
  const specimens = await liveSpecimens(tx, row.id);
  const [sold] = await tx.find(service, { protocolId: row.protocolId });
  const salesPrice = row.pricePerSpecimen - row.discountPerSpecimen;
  const missing = Math.max(0, row.projectedSpecimenCount - specimens.length);
  const billed = [
    ...specimens.filter(({ billable }) => billable),
    ...Array.from({ length: missing }, () => ({ id: '', salesPrice })),
  ];
  const { totals, lines } = invoiceLines(sold?.name ?? 'Sequencing', billed, adjustments);
  return {
    totals,
    lines: lines.map((line) => ({ ...line, specimenIds: line.specimenIds.filter((id) => id !== '') })),
  };
}

/** Works out the totals of an order anew, with its adjustments and the invoice that is not issued yet. */
export async function repriceOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
): Promise<{ totals: Totals; lines: readonly DraftLine[] }> {
  const bill = await billOf(tx, row);
  const { totals, lines } = bill;
  for (const { id, computedAmount } of totals.adjustments)
    await tx.patch(priceAdjustment, id, { computedAmount });
  await tx.patch(order, row.id, { subtotal: totals.subtotal, total: totals.total });
  const draft = (await openInvoices(tx, row.id)).find(({ issuedAt }) => issuedAt === null);
  if (!draft) return bill;
  for (const old of await tx.find(invoiceLine, { invoiceId: draft.id }))
    await tx.patch(invoiceLine, old.id, { deleted: true });
  for (const line of lines)
    await tx.insert(invoiceLine, { id: context.newId(), invoiceId: draft.id, ...line });
  await tx.patch(invoice, draft.id, {
    subtotal: totals.subtotal,
    adjustmentTotal: totals.adjustmentTotal,
    totalDue: totals.total,
  });
  return bill;
}
