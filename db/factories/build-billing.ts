import { type PriceAdjustment, priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { type CreditNote, creditNote } from '#db/billing/credits/credit-note.ts';
import { type Invoice, type InvoiceLine, invoice, invoiceLine } from '#db/billing/invoices/invoice.ts';
import { type InvoiceSequence, invoiceSequence } from '#db/billing/invoices/invoice-number.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { type PaymentEvent, paymentEvent } from '#db/billing/payments/payment-event.ts';
import { type SavedCard, savedCard } from '#db/billing/payments/saved-card.ts';
import {
  type Price,
  type ProjectBasedPricing,
  price,
  projectBasedPricing,
} from '#db/billing/prices/price.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an invoice that was issued and is not yet due. */
export function buildInvoice(overrides: Partial<Invoice> = {}): Invoice {
  const number = nextNumber('invoice');
  return buildRow(
    invoice,
    {
      id: `invoice-${number}`,
      invoiceNumber: `INV-W-26-${String(number).padStart(6, '0')}`,
      dueDate: '2026-12-10',
      totalDue: 100_000,
      voided: false,
      status: 'BILLED',
      orderId: 'order-1',
      companyId: 'company-1',
      subtotal: 100_000,
      adjustmentTotal: 0,
      amountPaid: 0,
      issuedAt: '2026-11-10T15:00:00.000Z',
      billingEmails: ['billing@northfield.example'],
    },
    overrides,
  );
}

/** Build the line of four specimens. */
export function buildInvoiceLine(overrides: Partial<InvoiceLine> = {}): InvoiceLine {
  const number = nextNumber('invoice-line');
  return buildRow(
    invoiceLine,
    {
      id: `invoice-line-${number}`,
      invoiceId: 'invoice-1',
      kind: 'SPECIMENS',
      description: 'Human whole genome',
      quantity: 4,
      unitPrice: 25_000,
      amount: 100_000,
      specimenIds: [],
      order: number,
    },
    overrides,
  );
}

/** Build an invoice sequence of which no number was assigned. */
export function buildInvoiceSequence(overrides: Partial<InvoiceSequence> = {}): InvoiceSequence {
  const number = nextNumber('invoice-sequence');
  return buildRow(
    invoiceSequence,
    {
      id: `invoice-sequence-${number}`,
      series: 'INVOICE',
      year: 2025 + number,
      last: 0,
    },
    overrides,
  );
}

/** Build a credit note over a quarter of an invoice. */
export function buildCreditNote(overrides: Partial<CreditNote> = {}): CreditNote {
  const number = nextNumber('credit-note');
  return buildRow(
    creditNote,
    {
      id: `credit-note-${number}`,
      creditNoteNumber: `CN-W-26-${String(number).padStart(6, '0')}`,
      invoiceId: 'invoice-1',
      companyId: 'company-1',
      amount: 25_000,
      reason: 'One specimen was billed twice.',
      issuedAt: '2026-11-14T15:00:00.000Z',
      voided: false,
    },
    overrides,
  );
}

/** Build a card payment that succeeded. */
export function buildPayment(overrides: Partial<Payment> = {}): Payment {
  const number = nextNumber('payment');
  return buildRow(
    payment,
    {
      id: `payment-${number}`,
      invoiceId: 'invoice-1',
      kind: 'CARD',
      amount: 100_000,
      status: 'SUCCEEDED',
      paymentIntentId: `pi_${number}`,
      receivedAt: '2026-11-12T10:00:00.000Z',
      attempt: 1,
    },
    overrides,
  );
}

/** Build the default card of an organization. */
export function buildSavedCard(overrides: Partial<SavedCard> = {}): SavedCard {
  const number = nextNumber('saved-card');
  return buildRow(
    savedCard,
    {
      id: `saved-card-${number}`,
      companyId: 'company-1',
      provider: 'SIMULATOR',
      paymentMethodId: `pm_${number}`,
      brand: 'Visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2034,
      isDefault: true,
      consentById: 'user-1',
    },
    overrides,
  );
}

/** Build a webhook that reports a payment. */
export function buildPaymentEvent(overrides: Partial<PaymentEvent> = {}): PaymentEvent {
  const number = nextNumber('payment-event');
  return buildRow(
    paymentEvent,
    {
      id: `payment-event-${number}`,
      provider: 'SIMULATOR',
      eventId: `evt_${number}`,
      kind: 'payment_intent.succeeded',
      payloadHash: 'a'.repeat(64),
      paymentIntentId: 'pi_1',
      receivedAt: '2026-11-12T10:00:00.000Z',
    },
    overrides,
  );
}

/** Build the price of one specimen for every kind of company, whatever the number. */
export function buildPrice(overrides: Partial<Price> = {}): Price {
  const number = nextNumber('price');
  return buildRow(
    price,
    {
      id: `price-${number}`,
      protocolId: 'protocol-1',
      amount: 25_000,
      minQuantity: 1,
      effectiveFrom: '2026-01-01',
    },
    overrides,
  );
}

/** Build an approved discount of ten percent. */
export function buildPriceAdjustment(overrides: Partial<PriceAdjustment> = {}): PriceAdjustment {
  const number = nextNumber('adjustment');
  return buildRow(
    priceAdjustment,
    {
      id: `adjustment-${number}`,
      orderId: 'order-1',
      type: 'DISCOUNT_PERCENT',
      percentBps: 1000,
      label: 'Volume discount',
      reason: 'Agreed for the year.',
      computedAmount: 0,
      order: number,
      status: 'APPROVED',
    },
    overrides,
  );
}

/** Build an approved price of one project. */
export function buildProjectBasedPricing(overrides: Partial<ProjectBasedPricing> = {}): ProjectBasedPricing {
  const number = nextNumber('project-price');
  return buildRow(
    projectBasedPricing,
    {
      id: `project-price-${number}`,
      projectId: 'project-1',
      protocolId: 'protocol-1',
      amount: 20_000,
      effectiveFrom: '2026-01-01',
      approvedById: 'user-sales',
      approvedAt: '2026-01-01T09:00:00.000Z',
    },
    overrides,
  );
}

type Fields = Partial<Omit<ListedInvoice, 'orderId'>>;

/** Build an invoice of an order of Northfield as lists show it; the amount due follows from its amounts. */
export function buildListedInvoice(overrides: Fields = {}): ListedInvoice {
  const row = buildInvoice(overrides);
  return {
    ...row,
    companyName: 'Northfield',
    orderNumber: 'W-000123',
    campaignCode: null,
    serviceName: 'Genome',
    overdueDays: 0,
    balance: row.totalDue - row.amountPaid,
    ...overrides,
  };
}

/** Build an invoice of $1,000.00 as its page receives it, with these row fields and these extra fields. */
export const buildShownInvoice = (
  overrides: Fields = {},
  related: Partial<Omit<ShownInvoice, 'invoice'>> = {},
): ShownInvoice => ({
  invoice: buildListedInvoice({ id: 'invoice-1', ...overrides }),
  order: null,
  company: { id: 'company-1', name: 'Northfield', paymentTermsDays: 30 },
  lines: [],
  payments: [],
  creditNotes: [],
  refundsDue: 0,
  corrects: null,
  correctedBy: null,
  others: [],
  history: [],
  actions: [],
  ...related,
});
