import type { Role } from '#db/access/roles.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { billNow } from '#db/billing/invoices/bill-now.ts';
import { startService } from '#db/billing/invoices/change-invoice-status.ts';
import { correctInvoice } from '#db/billing/invoices/correct-invoice.ts';
import { type Invoice, invoice, invoiceLine } from '#db/billing/invoices/invoice.ts';
import { issueInvoice } from '#db/billing/invoices/issue-invoice.ts';
import { openInvoice } from '#db/billing/invoices/open-invoice.ts';
import { recordPayment } from '#db/billing/payments/record-payment.ts';
import { buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { buildCampaign, buildOrder, buildService } from '#db/factories/build-ordering.ts';
import { buildAddress, buildCompany } from '#db/factories/build-organizations.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { campaign } from '#db/ordering/campaigns/campaign.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { service } from '#db/ordering/services/service.ts';
import { address } from '#db/organizations/address.ts';
import { company } from '#db/organizations/company.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

/** The bench that `openBillingBench` opens. */
export type Bench = Awaited<ReturnType<typeof openBillingBench>>;

/** Return the context of an online operation by office staff. */
export const inOffice = (role: Role = 'BILLING_MANAGER', occurredAt = '2026-11-21T10:00:00.000Z') => ({
  deviceId: null,
  occurredAt,
  labDay: occurredAt.slice(0, 10),
  actor: buildActor({ role, userId: `user-${role}`, companyId: 'lab' }),
});

const NOT_HERE: readonly SpecimenStatus[] = ['DRAFT', 'PENDING_APPROVAL', 'ORDERED', 'SHIPPED', 'DELIVERED'];

interface Setting extends Partial<Order> {
  /** The status of each specimen. */
  specimens?: readonly SpecimenStatus[];
  /** Discounts in percent of the subtotal and in cents, and a fee in cents. */
  bps?: number;
  fixed?: number;
  fee?: number;
  unit?: number;
}

function putAdjustments(world: MemoryWorld, { bps = 0, fixed = 0, fee = 0 }: Setting): void {
  const putAdjustment = (row: Parameters<typeof buildPriceAdjustment>[0]) =>
    world.putRow(priceAdjustment, buildPriceAdjustment({ orderId: 'order', status: 'APPROVED', ...row }));
  if (bps > 0)
    putAdjustment({
      id: 'percent',
      type: 'DISCOUNT_PERCENT',
      percentBps: bps,
      amount: null,
      label: 'Percent',
      order: 1,
    });
  if (fixed > 0)
    putAdjustment({
      id: 'fixed',
      type: 'DISCOUNT_FIXED',
      percentBps: null,
      amount: fixed,
      label: 'Fixed',
      order: 2,
    });
  if (fee > 0)
    putAdjustment({ id: 'fee', type: 'FEE', percentBps: null, amount: fee, label: 'Fee', order: 3 });
}

function putSponsor(world: MemoryWorld, code: string): void {
  const companyId = 'sponsor';
  const billingEmails = ['pay@sponsor.example'];
  world.putRow(company, buildCompany({ id: companyId, billingEmails, paymentTermsDays: 45 }));
  world.putRow(address, buildAddress({ companyId, kind: 'BILLING', city: 'Sponsor City' }));
  world.putRow(campaign, buildCampaign({ code, companyId }));
}

/**
 * Open an accepted order with its specimens and the draft of its invoice, and the billing operations on them.
 */
export async function openBillingBench(setting: Setting = {}) {
  const {
    specimens = ['COMPLETED', 'COMPLETED', 'COMPLETED'],
    bps,
    fixed,
    fee,
    unit = 10_000,
    ...of
  } = setting;
  const world = new MemoryWorld();
  world.putRow(company, buildCompany({ id: 'customer', paymentTermsDays: 30 }));
  if (of.orderType === 'CAMPAIGN' && of.campaignCode) putSponsor(world, of.campaignCode);
  world.putRow(
    service,
    buildService({ id: 'service', protocolId: 'wgs', name: 'Whole genome', status: 'LIVE' }),
  );
  const row = buildOrder({
    id: 'order',
    orderNumber: 'W-000123',
    companyId: 'customer',
    protocolId: 'wgs',
    status: 'PROCESSING',
    orderType: 'SALES_ORDER',
    paymentStatus: 'PENDING',
    projectedSpecimenCount: specimens.length,
    pricePerSpecimen: unit,
    discountPerSpecimen: 0,
    ...of,
  });
  world.putRow(order, row);
  for (const [index, status] of specimens.entries())
    world.putRow(
      specimen,
      buildSpecimen({
        id: `s${index + 1}`,
        orderId: 'order',
        orderRow: index + 1,
        protocolId: 'wgs',
        status,
        salesPrice: unit,
        billable: true,
        paidFor: false,
        receivedAt: NOT_HERE.includes(status) ? null : '2026-11-18T10:00:00.000Z',
        resultsReleasedAt: status === 'COMPLETED' ? '2026-11-20T10:00:00.000Z' : null,
        completedAt: status === 'COMPLETED' ? '2026-11-20T10:00:00.000Z' : null,
      }),
    );
  putAdjustments(world, { ...(bps ? { bps } : {}), ...(fixed ? { fixed } : {}), ...(fee ? { fee } : {}) });

  const within = <T>(
    work: (tx: Transaction, context: OperationContext) => Promise<T>,
    at?: string,
  ): Promise<T> => {
    const context = buildContext(inOffice('BILLING_MANAGER', at));
    const stamp = { at: context.occurredAt, userId: context.actor.userId, entity: context.actor.entity };
    return world.transaction(stamp, (tx) => work(tx, context));
  };
  await within(async (tx, context) => {
    const bill = await repriceOrder(tx, context, row);
    await openInvoice(tx, context, row, { billingEmails: ['pay@customer.example'] }, bill);
    await startService(tx, context, row);
  });

  const invoices = (): Invoice[] =>
    world
      .select(invoice, { orderId: 'order' })
      .sort(
        (a, b) => a.createdAt.localeCompare(b.createdAt) || a.invoiceNumber.localeCompare(b.invoiceNumber),
      );
  const drafts = () =>
    invoices().filter(({ issuedAt, status }) => issuedAt === null && status !== 'CANCELED');
  const one = (id: string): Invoice => {
    const invoiceRow = world.one(invoice, id);
    if (!invoiceRow) throw new Error(`There is no invoice ${id}.`);
    return invoiceRow;
  };
  return {
    world,
    within,
    invoices,
    drafts,
    one,
    order: () => {
      const invoiceRow = world.one(order, 'order');
      if (!invoiceRow) throw new Error('There is no order.');
      return invoiceRow;
    },
    linesOf: (invoiceId: string) => world.select(invoiceLine, { invoiceId }),
    issue: (invoiceId: string, at?: string) =>
      runRule(world, issueInvoice, { invoiceId }, inOffice('BILLING_MANAGER', at)),
    billNow: (...specimenIds: string[]) =>
      runRule(world, billNow, { orderId: 'order', specimenIds }, inOffice()),
    pay: (invoiceId: string, amount: number, reference: string, at?: string) =>
      runRule(
        world,
        recordPayment,
        { invoiceId, payment: { kind: 'CHECK', amount, reference, receivedAt: '2026-11-20T10:00:00.000Z' } },
        inOffice('BILLING_MANAGER', at),
      ),
    correct: (invoiceId: string) =>
      runRule(world, correctInvoice, { invoiceId, reason: 'Wrong price' }, inOffice()),
  };
}
