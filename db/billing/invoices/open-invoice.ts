import type { OperationContext } from '#db/operation.ts';
import { draftKey } from '#db/ordering/manifest/requisition-number.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, type InvoiceLine, invoice, invoiceLine } from './invoice.ts';
import { draftInvoiceNumber } from './invoice-number.ts';
import { type AdjustmentRow, orderTotals, type Totals } from './order-totals.ts';
import { payerOf } from './payer-of.ts';

/** A billed specimen with its price. */
export interface BilledSpecimen {
  id: string;
  salesPrice: number;
}

/** A line before it belongs to an invoice. */
export type DraftLine = Pick<
  InvoiceLine,
  'kind' | 'description' | 'quantity' | 'unitPrice' | 'amount' | 'specimenIds' | 'priceAdjustmentId' | 'order'
>;

function byPrice(specimens: readonly BilledSpecimen[]): [price: number, ids: string[]][] {
  const groups = new Map<number, string[]>();
  for (const { id, salesPrice } of specimens) groups.set(salesPrice, [...(groups.get(salesPrice) ?? []), id]);
  return [...groups];
}

/**
 * Build the totals and lines of an invoice: one line for the specimens of each price, in order of appearance,
 * then one for each adjustment other than 0. The lines sum to the total.
 */
export function invoiceLines(
  serviceName: string,
  specimens: readonly BilledSpecimen[],
  adjustments: readonly AdjustmentRow[],
): { totals: Totals; lines: readonly DraftLine[] } {
  const totals = orderTotals(
    specimens.map(({ salesPrice }) => salesPrice),
    adjustments,
  );
  const sold = byPrice(specimens).map(([price, ids]) => ({
    kind: 'SPECIMENS' as const,
    description: serviceName,
    quantity: ids.length,
    unitPrice: price,
    amount: price * ids.length,
    specimenIds: ids,
    priceAdjustmentId: null,
  }));
  const adjusted = totals.adjustments
    .filter(({ lineAmount }) => lineAmount !== 0)
    .map(({ id, label, lineAmount }) => ({
      kind: 'ADJUSTMENT' as const,
      description: label,
      quantity: 1,
      unitPrice: lineAmount,
      amount: lineAmount,
      specimenIds: [],
      priceAdjustmentId: id,
    }));
  return { totals, lines: [...sold, ...adjusted].map((line, index) => ({ ...line, order: index + 1 })) };
}

/**
 * Open an invoice of an order for its payer: PENDING, with provisional amounts and no number yet (domain 4.6,
 * 8.3).
 */
export async function openInvoice(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  owner: Pick<Company, 'billingEmails'>,
  { totals, lines }: { totals: Totals; lines: readonly DraftLine[] },
): Promise<Invoice> {
  const before = await tx.find(invoice, { orderId: row.id });
  const newInvoice = await tx.insert(invoice, {
    id: context.newId(),
    entity: row.entity,
    invoiceNumber: draftInvoiceNumber(row.orderNumber ?? draftKey(row.id), before.length + 1),
    totalDue: totals.total,
    voided: false,
    status: 'PENDING',
    orderId: row.id,
    subtotal: totals.subtotal,
    adjustmentTotal: totals.adjustmentTotal,
    amountPaid: 0,
    ...(await payerOf(tx, row, owner)),
  });
  for (const line of lines)
    await tx.insert(invoiceLine, {
      id: context.newId(),
      entity: row.entity,
      invoiceId: newInvoice.id,
      ...line,
    });
  await recordEvent(tx, context, {
    type: 'INVOICE_CREATED',
    targetType: 'Invoice',
    targetId: newInvoice.id,
    data: { orderNumber: row.orderNumber, totalDue: totals.total },
  });
  return newInvoice;
}
