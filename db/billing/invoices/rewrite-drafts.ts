import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, type InvoiceLine, invoice, invoiceLine } from './invoice.ts';
import type { BilledSpecimen, DraftLine } from './open-invoice.ts';
import { type AdjustmentRow, type ComputedAdjustment, orderTotals, type Totals } from './order-totals.ts';
import { owedByOrderer } from './payer-of.ts';

/** The totals of the lines of an invoice. */
export interface LineSums {
  subtotal: number;
  adjustmentTotal: number;
  total: number;
}

/** Replace the lines and totals of an invoice that is not issued yet. */
export async function writeLines(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
  { subtotal, adjustmentTotal, total }: LineSums,
  lines: readonly DraftLine[],
): Promise<Invoice> {
  for (const old of await tx.find(invoiceLine, { invoiceId }))
    await tx.patch(invoiceLine, old.id, { deleted: true });
  const changed = await tx.patch(invoice, invoiceId, { subtotal, adjustmentTotal, totalDue: total });
  for (const line of lines)
    await tx.insert(invoiceLine, { id: context.newId(), entity: changed.entity, invoiceId, ...line });
  return changed;
}

/** The amounts that issued invoices have charged already. */
interface AlreadyBilled {
  /** The price of each specimen on them. */
  salesPrices: readonly number[];
  /** By adjustment: the used part of a discount, or the charged part of a fee. */
  taken: ReadonlyMap<string, number>;
}

/** The lines and total of one invoice among several of an order. */
export interface SharedBill {
  subtotal: number;
  adjustmentTotal: number;
  total: number;
  lines: readonly DraftLine[];
}

function soldLines(serviceName: string, specimens: readonly BilledSpecimen[]): Omit<DraftLine, 'order'>[] {
  const groups = new Map<number, string[]>();
  for (const { id, salesPrice } of specimens) groups.set(salesPrice, [...(groups.get(salesPrice) ?? []), id]);
  return [...groups].map(([unitPrice, ids]) => ({
    kind: 'SPECIMENS',
    description: serviceName,
    quantity: ids.length,
    unitPrice,
    amount: unitPrice * ids.length,
    // Specimens that are not named yet have no id.
    specimenIds: ids.filter((id) => id !== ''),
    priceAdjustmentId: null,
  }));
}

/** Return the part of an adjustment in this share: its amount so far, less the amount used before. */
function fallsHere({ type, computedAmount }: ComputedAdjustment, applied: number, remaining: number): number {
  const rest = Math.max(0, computedAmount - applied);
  return type === 'FEE' ? rest : -Math.min(rest, remaining);
}

/**
 * Share the cost of an order among its invoices, one after the other: each is charged the total of all up to
 * it, less the total of those before it. So the invoices of an order sum to its total to the cent despite
 * rounding, and the lines of each sum to its own.
 */
export function shareBill(
  serviceName: string,
  already: AlreadyBilled,
  shares: readonly (readonly BilledSpecimen[])[],
  adjustments: readonly AdjustmentRow[],
): SharedBill[] {
  const prices = [...already.salesPrices];
  const applied = new Map(already.taken);
  return shares.map((specimens) => {
    const own = specimens.map(({ salesPrice }) => salesPrice);
    prices.push(...own);
    const subtotal = own.reduce((sum, one) => sum + one, 0);
    let remaining = subtotal;
    const adjusted: Omit<DraftLine, 'order'>[] = [];
    for (const one of orderTotals(prices, adjustments).adjustments) {
      const amount = fallsHere(one, applied.get(one.id) ?? 0, remaining);
      if (amount === 0) continue;
      if (amount < 0) remaining += amount;
      applied.set(one.id, (applied.get(one.id) ?? 0) + Math.abs(amount));
      adjusted.push({
        kind: 'ADJUSTMENT',
        description: one.label,
        quantity: 1,
        unitPrice: amount,
        amount,
        specimenIds: [],
        priceAdjustmentId: one.id,
      });
    }
    const adjustmentTotal = adjusted.reduce((sum, { amount }) => sum + amount, 0);
    const lines = [...soldLines(serviceName, specimens), ...adjusted];
    return {
      subtotal,
      adjustmentTotal,
      total: subtotal + adjustmentTotal,
      lines: lines.map((line, index) => ({ ...line, order: index + 1 })),
    };
  });
}

const oldest = (one: Invoice, other: Invoice): number =>
  one.createdAt === other.createdAt
    ? one.invoiceNumber.length - other.invoiceNumber.length ||
      (one.invoiceNumber < other.invoiceNumber ? -1 : 1)
    : one.createdAt < other.createdAt
      ? -1
      : 1;

/**
 * Return the drafts of an order, those of chosen specimens first; `rest` takes all that no other draft has.
 */
export function draftsOf(invoices: readonly Invoice[]): { selected: Invoice[]; rest: Invoice | undefined } {
  const drafts = invoices.filter(({ issuedAt }) => issuedAt === null).sort(oldest);
  const rest = drafts.filter(({ correctsInvoiceId }) => correctsInvoiceId === null).at(-1);
  return { selected: drafts.filter((one) => one !== rest), rest };
}

/** Return the specimens of these invoices that are on issued ones. */
export async function issuedOf(
  tx: Transaction,
  invoices: readonly Invoice[],
): Promise<AlreadyBilled & { specimenIds: ReadonlySet<string> }> {
  const ids = invoices.filter(({ issuedAt }) => issuedAt !== null).map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await tx.find(invoiceLine, { invoiceId: ids });
  const appliedAmounts = new Map<string, number>();
  for (const { priceAdjustmentId: id, amount } of lines)
    if (id !== null) appliedAmounts.set(id, (appliedAmounts.get(id) ?? 0) + Math.abs(amount));
  return {
    salesPrices: lines
      .filter(({ kind }) => kind === 'SPECIMENS')
      .flatMap(({ quantity, unitPrice }) => Array.from({ length: quantity }, () => unitPrice)),
    taken: appliedAmounts,
    specimenIds: new Set(lines.flatMap(({ specimenIds }) => specimenIds)),
  };
}

const specimensOn = (lines: readonly InvoiceLine[], invoiceId: string): ReadonlySet<string> =>
  new Set(lines.filter((line) => line.invoiceId === invoiceId).flatMap(({ specimenIds }) => specimenIds));

/**
 * Distribute the unbilled specimens among the drafts: each chosen draft keeps its own, the last gets the
 * rest.
 */
async function sharesOf(
  tx: Transaction,
  selected: readonly Invoice[],
  billed: readonly BilledSpecimen[],
  { now, ever }: { now: ReadonlySet<string>; ever: ReadonlySet<string> },
): Promise<BilledSpecimen[][]> {
  const ids = selected.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await tx.find(invoiceLine, { invoiceId: ids });
  const coveredIds = new Set<string>(now);
  const shares = selected.map(({ id, correctsInvoiceId }) => {
    const own = specimensOn(lines, id);
    const share = billed.filter(
      (one) =>
        own.has(one.id) && !coveredIds.has(one.id) && (correctsInvoiceId !== null || !ever.has(one.id)),
    );
    for (const one of share) coveredIds.add(one.id);
    return share;
  });
  return [...shares, billed.filter(({ id }) => !coveredIds.has(id) && !ever.has(id))];
}

/** Return the fees and discounts that ended with a canceled order: no other invoice charges them. */
async function adjustmentsOver(tx: Transaction, all: readonly Invoice[]): Promise<ReadonlySet<string>> {
  const corrected = new Set(all.map(({ correctsInvoiceId }) => correctsInvoiceId));
  const endedInvoices = all.filter(
    ({ id, status }) => (status === 'CANCELED' || status === 'VOID') && !corrected.has(id),
  );
  const lines =
    endedInvoices.length === 0
      ? []
      : await tx.find(invoiceLine, { invoiceId: endedInvoices.map(({ id }) => id) });
  return new Set(lines.flatMap(({ priceAdjustmentId }) => priceAdjustmentId ?? []));
}

/**
 * Recompute the drafts of an order for these specimens, and the order's total. Specimens of an issued invoice
 * stay there, even when it is void: only its correction bills them again. Returns the lines that no other
 * invoice has, for an order without an invoice, and the part of the total that the order's organization owes.
 */
export async function rewriteDrafts(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  billed: readonly BilledSpecimen[],
): Promise<{ totals: Totals; lines: readonly DraftLine[]; amountOwed: number }> {
  const all = await tx.find(invoice, { orderId: row.id });
  const open = all.filter(({ status }) => status !== 'CANCELED' && status !== 'VOID');
  const already = await issuedOf(tx, open);
  const ever = (await issuedOf(tx, all)).specimenIds;
  const { selected, rest } = draftsOf(open);
  const shares = await sharesOf(tx, selected, billed, { now: already.specimenIds, ever });
  const over = row.status === 'CANCELED' ? await adjustmentsOver(tx, all) : new Set<string>();
  const adjustmentRows = await tx.find(priceAdjustment, { orderId: row.id });
  const adjustments = adjustmentRows.filter(({ id }) => !over.has(id));
  const [sold] = await tx.find(service, { protocolId: row.protocolId });
  // Without a draft for the rest nothing more can be charged; the order total still includes everything.
  const bills = shareBill(sold?.name ?? 'Sequencing', already, shares, adjustments);
  for (const [index, draft] of [...selected, rest].entries()) {
    const bill = bills[index];
    if (bill && draft) await writeLines(tx, context, draft.id, bill, bill.lines);
  }
  const prices = [...already.salesPrices, ...shares.flat().map(({ salesPrice }) => salesPrice)];
  const totals = orderTotals(prices, adjustments);
  for (const { id, computedAmount } of totals.adjustments)
    await tx.patch(priceAdjustment, id, { computedAmount });
  const amountOwed = await owedByOrderer(tx, row, totals.total);
  await tx.patch(order, row.id, { subtotal: totals.subtotal, total: amountOwed });
  return { totals, lines: bills.at(-1)?.lines ?? [], amountOwed };
}
