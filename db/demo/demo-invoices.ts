import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { type Invoice, invoice, invoiceLine } from '#db/billing/invoices/invoice.ts';
import {
  draftInvoiceNumber,
  invoiceSequence,
  issuedInvoiceNumber,
} from '#db/billing/invoices/invoice-number.ts';
import type { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import { invoiceLines } from '#db/billing/invoices/open-invoice.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { campaign } from '#db/ordering/campaigns/campaign.ts';
import { draftKey } from '#db/ordering/manifest/requisition-number.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { orderSequence } from '#db/ordering/orders/order-number.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { address } from '#db/organizations/address.ts';
import { company } from '#db/organizations/company.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import {
  recordIssue,
  recordOpening,
  recordPaymentReceived,
  recordStatusChange,
  recordVoid,
  VOIDED_DAYS_AGO,
} from './demo-invoice-events.ts';
import type { DemoService } from './demo-services.ts';
import type { DemoWorld } from './demo-world.ts';

/** The invoice status of an order that is not yet billed; a draft and a sold order have their own. */
const BEFORE_BILLING: Partial<Record<OrderStatus, InvoiceStatus>> = {
  PENDING_APPROVAL: 'PENDING',
  PO_UNDER_REVIEW: 'PENDING',
  ANTICIPATED: 'PENDING',
  CANCELED: 'CANCELED',
  PENDING_COMPLETION: 'AWAITING_BILLING',
};

/** The payment progress of a billed order. */
interface PaidInvoice {
  status: InvoiceStatus;
  /** Days since it was issued; about a week by default. */
  daysAgo?: number;
  /** It was wrong; another invoice corrects it. */
  corrected?: true;
  /** The payment attempts, in percent of the total. */
  tries: readonly { kind: Payment['kind']; percent: number; status: Payment['status'] }[];
}

const PAID_INVOICES: readonly PaidInvoice[] = [
  { status: 'PAID_IN_FULL', tries: [{ kind: 'CHECK', percent: 100, status: 'SUCCEEDED' }] },
  { status: 'BILLED', corrected: true, tries: [] },
  { status: 'AWAITING_PAYMENT', daysAgo: 52, tries: [] },
  { status: 'PARTIALLY_PAID', tries: [{ kind: 'WIRE', percent: 40, status: 'SUCCEEDED' }] },
  { status: 'PAID_IN_FULL', tries: [{ kind: 'CARD', percent: 100, status: 'SUCCEEDED' }] },
  { status: 'FAILED', tries: [{ kind: 'ACH', percent: 100, status: 'FAILED' }] },
  {
    status: 'PARTIALLY_FAILED',
    tries: [
      { kind: 'WIRE', percent: 30, status: 'SUCCEEDED' },
      { kind: 'ACH', percent: 70, status: 'FAILED' },
    ],
  },
];

/** An invoice that is still to be issued: numbers are assigned in the order of issue. */
interface Issue {
  daysAgo: number;
  create(issued: Issued): void;
}
interface Issued {
  at: string;
  number: string;
}

/** Insert an invoice with its lines for each submitted order, and payments for the billed ones. */
export function putInvoices(demo: DemoWorld, services: readonly DemoService[]): void {
  const names = new Map(services.map(({ protocolId, name }) => [protocolId, name]));
  const issues: Issue[] = [];
  let billed = 0;
  for (const row of demo.select(order, {})) {
    if (row.status === 'DRAFT') continue;
    const serviceName = names.get(row.protocolId) ?? 'Sequencing';
    if (row.status === 'COMPLETED') {
      issues.push(...issuesOf(demo, row, serviceName, billed));
      billed += 1;
    } else {
      const status = BEFORE_BILLING[row.status] ?? 'SERVICE_IN_PROGRESS';
      putInvoice(demo, row, { serviceName, status });
      demo.world.putRow(order, { ...row, paymentStatus: status });
    }
  }
  putIssued(demo, issues);
  const numbers = demo.all(order).map(({ orderNumber }) => Number(orderNumber?.slice(2) ?? 0));
  demo.putRow(orderSequence, { id: demo.id(), last: Math.max(0, ...numbers) });
}

/** Issue the billed invoices, the oldest first, each with the next number of its year. */
function putIssued(demo: DemoWorld, issues: readonly Issue[]): void {
  const last = new Map<number, number>();
  for (const { daysAgo, create } of issues.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const at = demo.ago(daysAgo);
    const year = Number(labDayOf(at, demo.settings.labTimezone).slice(0, 4));
    const number = (last.get(year) ?? 0) + 1;
    last.set(year, number);
    create({ at, number: issuedInvoiceNumber(demo.entity, year, number) });
  }
  for (const [year, number] of last)
    demo.putRow(invoiceSequence, { id: demo.id(), series: 'INVOICE', year, last: number });
}

interface InvoiceParts {
  serviceName: string;
  status: InvoiceStatus;
  issued?: Issued;
}

/** Return the billing address of a sponsor. */
function placeOf(demo: DemoWorld, companyId: string): Invoice['billingAddress'] {
  const [place] = demo.select(address, { companyId, kind: 'BILLING' });
  if (!place) return null;
  const { attention, line1, line2, city, state, postalCode, country, phone } = place;
  return { attention, line1, line2, city, state, postalCode, country, phone };
}

/** Return the specimens that an order is sold for; those that are not named yet have no id. */
function sold(demo: DemoWorld, row: Order) {
  const namedSpecimens = demo.select(specimen, { orderId: row.id });
  const open = row.status === 'ANTICIPATED' ? row.projectedSpecimenCount - namedSpecimens.length : 0;
  return [
    ...namedSpecimens,
    ...Array.from({ length: open }, () => ({ id: '', salesPrice: row.pricePerSpecimen })),
  ];
}

function putInvoice(demo: DemoWorld, row: Order, { serviceName, status, issued }: InvoiceParts): Invoice {
  const [inCampaign] = row.campaignCode === null ? [] : demo.select(campaign, { code: row.campaignCode });
  const payerId = inCampaign?.companyId ?? row.companyId;
  const owner = demo.world.one(company, payerId);
  const adjustments = demo.select(priceAdjustment, { orderId: row.id });
  const { totals, lines } = invoiceLines(serviceName, sold(demo, row), adjustments);
  const at = row.submittedAt ?? row.createdAt;
  const terms = owner?.paymentTermsDays ?? 30;
  const newInvoice = demo.putRow(
    invoice,
    {
      id: demo.id(),
      invoiceNumber: issued?.number ?? draftInvoiceNumber(row.orderNumber ?? draftKey(row.id)),
      dueDate: issued ? dayAfter(issued.at, terms) : null,
      totalDue: totals.total,
      voided: false,
      customerPurchaseOrder: row.purchaseOrderNumber,
      status,
      orderId: row.id,
      companyId: payerId,
      subtotal: totals.subtotal,
      adjustmentTotal: totals.adjustmentTotal,
      amountPaid: 0,
      issuedAt: issued?.at ?? null,
      billingAddress: inCampaign ? placeOf(demo, payerId) : row.billingAddress,
      billingEmails: owner?.billingEmails ?? [],
    },
    at,
  );
  for (const line of lines) {
    const specimenIds = line.specimenIds.filter((id) => id !== '');
    demo.putRow(invoiceLine, { ...line, specimenIds, id: demo.id(), invoiceId: newInvoice.id }, at);
  }
  recordOpening(demo, newInvoice, row, issued ? 'AWAITING_BILLING' : status);
  if (issued) recordIssue(demo, newInvoice);
  return newInvoice;
}

const DAY = 86_400_000;
const dayAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * DAY).toISOString().slice(0, 10);

/** Insert the issued invoice of the `nth` billed order, and before that the wrong one that it corrects. */
function issuesOf(demo: DemoWorld, row: Order, serviceName: string, nth: number): Issue[] {
  const recipe = PAID_INVOICES[nth % PAID_INVOICES.length];
  if (!recipe) return [];
  const daysAgo = recipe.daysAgo ?? 7 - nth * 0.3;
  const billed = (issued: Issued, wrong: Invoice | null) =>
    putBilled(demo, row, { serviceName, recipe, issued, wrong });
  if (!recipe.corrected) return [{ daysAgo, create: (issued) => billed(issued, null) }];
  let wrong: Invoice | null = null;
  return [
    {
      daysAgo,
      create: (issued) => {
        wrong = putVoid(demo, row, serviceName, issued);
      },
    },
    { daysAgo: VOIDED_DAYS_AGO - 0.1, create: (issued) => billed(issued, wrong) },
  ];
}

interface Billed {
  serviceName: string;
  recipe: PaidInvoice;
  issued: Issued;
  wrong: Invoice | null;
}

function putBilled(demo: DemoWorld, row: Order, { serviceName, recipe, issued, wrong }: Billed): void {
  const issuedInvoice = putInvoice(demo, row, { serviceName, status: recipe.status, issued });
  const newInvoice = { ...issuedInvoice, correctsInvoiceId: wrong?.id ?? null };
  const amountPaid = putPayments(demo, newInvoice, recipe);
  // Without a payment, the event is the passing of the due date.
  const since = recipe.tries.length > 0 ? demo.ago(3) : `${newInvoice.dueDate}T05:00:00.000Z`;
  recordStatusChange(demo, newInvoice, recipe.status, since);
  demo.world.putRow(invoice, { ...newInvoice, amountPaid });
  demo.world.putRow(order, { ...row, paymentStatus: recipe.status });
  if (recipe.status !== 'PAID_IN_FULL') return;
  for (const each of demo.select(specimen, { orderId: row.id }))
    demo.world.putRow(specimen, { ...each, paidFor: true });
}

/** Insert an invoice that was sent with a mistake and voided. */
function putVoid(demo: DemoWorld, row: Order, serviceName: string, issued: Issued): Invoice {
  const newInvoice = putInvoice(demo, row, { serviceName, status: 'VOID', issued });
  const voidedInvoice = { ...newInvoice, voided: true, voidReason: 'The purchase order was missing on it' };
  demo.world.putRow(invoice, voidedInvoice);
  recordVoid(demo, voidedInvoice);
  return voidedInvoice;
}

/** Insert the payments of an invoice and return the received amount. */
function putPayments(demo: DemoWorld, newInvoice: Invoice, { tries }: PaidInvoice): number {
  let amountPaid = 0;
  for (const [index, { kind, percent, status }] of tries.entries()) {
    const amount = Math.round((newInvoice.totalDue * percent) / 100);
    const tried = demo.putRow(
      payment,
      {
        id: demo.id(),
        invoiceId: newInvoice.id,
        kind,
        amount,
        status,
        failureCode: status === 'FAILED' ? 'insufficient_funds' : null,
        reference: `40${index + 1}7`,
        receivedAt: status === 'SUCCEEDED' ? demo.ago(3) : null,
        recordedById: demo.actor('BILLING_MANAGER').userId,
        attempt: index + 1,
      },
      demo.ago(3),
    );
    recordPaymentReceived(demo, tried);
    if (status === 'SUCCEEDED') amountPaid += amount;
  }
  return amountPaid;
}
