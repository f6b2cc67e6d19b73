import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { invoiceSteps } from '#db/billing/invoices/invoice-lifecycle.ts';
import type { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import type { Payment } from '#db/billing/payments/payment.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import type { DemoWorld } from './demo-world.ts';

interface InvoiceEventInput {
  at: string;
  type: EventType;
  data: Readonly<Record<string, unknown>>;
  customerVisible?: boolean;
  byBilling?: true;
}

function recordInvoiceEvent(
  demo: DemoWorld,
  targetId: string,
  { at, data, type, customerVisible, byBilling }: InvoiceEventInput,
): void {
  // The lab's system performs what follows from an order or its payments.
  const by = byBilling ? demo.actor('BILLING_MANAGER') : null;
  demo.putRow(
    event,
    {
      id: demo.id(),
      type,
      targetType: 'Invoice',
      targetId,
      userId: by?.userId ?? null,
      companyId: by?.companyId ?? null,
      occurredAt: at,
      data: { ...(by ? { by: by.name } : {}), ...data },
      customerVisible: customerVisible ?? true,
    },
    at,
  );
}

function recordStatusSteps(
  demo: DemoWorld,
  targetId: string,
  at: string,
  [first, ...rest]: readonly InvoiceStatus[],
  times: Partial<Record<InvoiceStatus, string | null>> = {},
): void {
  let from = first;
  for (const to of rest) {
    recordInvoiceEvent(demo, targetId, {
      at: times[to] ?? at,
      type: 'INVOICE_STATUS_CHANGED',
      data: { from, to },
    });
    from = to;
  }
}

const TO_BILLING: readonly InvoiceStatus[] = ['PENDING', 'SERVICE_IN_PROGRESS', 'AWAITING_BILLING'];

/** Write the events of a submitted order's invoice before it is issued. */
export function recordOpening(demo: DemoWorld, newInvoice: Invoice, row: Order, to: InvoiceStatus): void {
  const submitted = row.submittedAt ?? row.createdAt;
  const data = { orderNumber: row.orderNumber, totalDue: newInvoice.totalDue };
  recordInvoiceEvent(demo, newInvoice.id, {
    at: submitted,
    type: 'INVOICE_CREATED',
    data,
    customerVisible: false,
  });
  const steps = TO_BILLING.slice(0, TO_BILLING.indexOf(to) + 1);
  recordStatusSteps(demo, newInvoice.id, submitted, to === 'CANCELED' ? ['PENDING', to] : steps, {
    SERVICE_IN_PROGRESS: row.approvedAt,
    AWAITING_BILLING: row.completedAt ?? row.receivedAt,
    CANCELED: row.canceledAt,
  });
}

/** Write the event of issuing an invoice. */
export function recordIssue(
  demo: DemoWorld,
  { id, invoiceNumber, totalDue, dueDate, issuedAt }: Invoice,
): void {
  const at = issuedAt ?? demo.ago(7);
  recordInvoiceEvent(demo, id, {
    at,
    type: 'INVOICE_ISSUED',
    data: { invoiceNumber, totalDue, dueDate },
    byBilling: true,
  });
  recordStatusSteps(demo, id, at, ['AWAITING_BILLING', 'BILLED']);
}

/** Write the events of a payment of an invoice. */
export function recordPaymentReceived(
  demo: DemoWorld,
  { id, invoiceId, kind, amount, status, reference }: Payment,
): void {
  const failed = status === 'FAILED';
  recordInvoiceEvent(demo, invoiceId, {
    at: demo.ago(3),
    type: failed ? 'PAYMENT_FAILED' : 'PAYMENT_SUCCEEDED',
    data: {
      paymentId: id,
      kind,
      amount,
      reference,
      ...(failed ? { failureCode: 'insufficient_funds' } : {}),
    },
    ...(kind === 'CARD' ? {} : { byBilling: true as const }),
  });
}

/** The time at which the wrong invoice was voided. */
export const VOIDED_DAYS_AGO = 6;

/** Write the event of voiding an issued invoice, with the reason. */
export function recordVoid(demo: DemoWorld, { id, voidReason }: Invoice): void {
  const data = { from: 'BILLED', to: 'VOID', reason: voidReason };
  recordInvoiceEvent(demo, id, {
    at: demo.ago(VOIDED_DAYS_AGO),
    type: 'INVOICE_VOIDED',
    data,
    byBilling: true,
  });
}

/** Write the events of an issued invoice up to the status that its payments give. */
export const recordStatusChange = (demo: DemoWorld, { id }: Invoice, to: InvoiceStatus, at: string): void =>
  recordStatusSteps(demo, id, at, ['BILLED', ...(invoiceSteps('BILLED', to) ?? [])]);
