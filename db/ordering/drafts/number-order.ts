import { invoice } from '#db/billing/invoices/invoice.ts';
import { draftInvoiceNumber } from '#db/billing/invoices/invoice-number.ts';
import type { OperationContext } from '#db/operation.ts';
import {
  draftKey,
  freeRequisition,
  isProvisional,
  requisitionOf,
} from '#db/ordering/manifest/requisition-number.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { nextOrderNumber } from '#db/ordering/orders/order-number.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** Number the rows of an order; typed numbers stay, and a number that is used anywhere is passed over. */
async function numberSpecimens(
  tx: Transaction,
  orderNumber: string,
  rows: readonly Specimen[],
): Promise<Specimen[]> {
  const requested = rows
    .filter(({ requisitionNumber }) => isProvisional(requisitionNumber))
    .map(({ orderRow }) => requisitionOf(orderNumber, orderRow));
  const existingRows =
    requested.length === 0
      ? []
      : await tx.find(specimen, { requisitionNumber: requested.sort(), deleted: [true, false] });
  const usedNumbers = new Set([...existingRows, ...rows].map(({ requisitionNumber }) => requisitionNumber));
  const numberedRows: Specimen[] = [];
  for (const row of rows) {
    if (!isProvisional(row.requisitionNumber)) {
      numberedRows.push(row);
      continue;
    }
    const requisitionNumber = freeRequisition(orderNumber, row.orderRow, (each) => usedNumbers.has(each));
    usedNumbers.add(requisitionNumber);
    numberedRows.push(await tx.patch(specimen, row.id, { requisitionNumber }));
  }
  return numberedRows;
}

/** Name the invoices by the number of the order that were opened by card before it had one. */
async function renameInvoices(tx: Transaction, { id }: Order, orderNumber: string): Promise<void> {
  const before = draftInvoiceNumber(draftKey(id));
  const after = draftInvoiceNumber(orderNumber);
  for (const { id: invoiceId, issuedAt, invoiceNumber } of await tx.find(invoice, { orderId: id }))
    if (issuedAt === null && invoiceNumber.startsWith(before))
      await tx.patch(invoice, invoiceId, { invoiceNumber: invoiceNumber.replace(before, after) });
}

/**
 * Number an order at its submission, and its specimens and open invoices by it. Drafts take no numbers, so
 * that those of a lab have no gaps; a returned order keeps its number.
 */
export async function numberOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  specimens: readonly Specimen[],
): Promise<{ row: Order; specimens: readonly Specimen[] }> {
  if (row.orderNumber !== null) return { row, specimens };
  const orderNumber = await nextOrderNumber(tx, context);
  const numberedRow = await tx.patch(order, row.id, { orderNumber });
  await renameInvoices(tx, row, orderNumber);
  return { row: numberedRow, specimens: await numberSpecimens(tx, orderNumber, specimens) };
}
