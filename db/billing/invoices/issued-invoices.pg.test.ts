import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { paymentEvent } from '#db/billing/payments/payment-event.ts';
import {
  buildInvoice,
  buildInvoiceLine,
  buildPayment,
  buildPaymentEvent,
  buildPriceAdjustment,
} from '#db/factories/build-billing.ts';
import { buildOrderApproval } from '#db/factories/build-ordering.ts';
import { buildPatient } from '#db/factories/build-patients.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { patient } from '#db/patients/patient.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { invoice, invoiceLine } from './invoice.ts';

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());
// The database checks references at commit, so each test rolls back and has only its own rows.
beforeEach(async () => {
  client = await database.pool.connect();
  await client.query('BEGIN');
});
afterEach(async () => {
  await client.query('ROLLBACK');
  client.release();
});

const change = (text: string, id: string) => client.query(text, [id]);
const ONE_ROW = { rowCount: 1 };

describe('an issued invoice', () => {
  const issued = buildInvoice();
  beforeEach(() => insertRow(client, invoice, issued));

  it.each([
    'UPDATE invoice SET total_due = 1, subtotal = 1 WHERE id = $1',
    'UPDATE invoice SET due_date = due_date + 30 WHERE id = $1',
    "UPDATE invoice SET invoice_number = 'INV-W-26-999999' WHERE id = $1",
    "UPDATE invoice SET company_id = 'company-2' WHERE id = $1",
    'UPDATE invoice SET deleted = true WHERE id = $1',
  ])('is never changed: %s', async (text) => {
    await expect(change(text, issued.id)).rejects.toThrow('has been issued and cannot be changed');
  });

  it('accepts payments, reminders and voiding', async () => {
    for (const changes of [
      "status = 'PAID_IN_FULL', amount_paid = 100000",
      'reminded_days = 15',
      "status = 'VOID', voided = true, void_reason = 'x'",
    ])
      expect(await change(`UPDATE invoice SET ${changes} WHERE id = $1`, issued.id)).toMatchObject(ONE_ROW);
  });

  it.each(['UPDATE invoice_line SET quantity = 1, amount = 25000', 'DELETE FROM invoice_line'])(
    'keeps its lines: %s',
    async (text) => {
      const line = buildInvoiceLine({ invoiceId: issued.id });
      await insertRow(client, invoiceLine, line);
      await expect(change(`${text} WHERE id = $1`, line.id)).rejects.toThrow('cannot be changed');
    },
  );

  it('has a unique number', async () => {
    const other = buildInvoice({ invoiceNumber: issued.invoiceNumber });
    await expect(insertRow(client, invoice, other)).rejects.toThrow('invoice_invoice_number');
  });
});

it('a draft invoice may still change', async () => {
  const draft = buildInvoice({
    invoiceNumber: 'DRAFT-W-000123',
    issuedAt: null,
    dueDate: null,
    status: 'PENDING',
  });
  await insertRow(client, invoice, draft);
  const changed = await change('UPDATE invoice SET total_due = 1, subtotal = 1 WHERE id = $1', draft.id);
  expect(changed).toMatchObject(ONE_ROW);
});

it.each([
  ['whose parts do not sum', { totalDue: 1 }, 'invoice_sums'],
  ['that is issued without a number', { invoiceNumber: 'DRAFT-W-000123' }, 'invoice_issued'],
  ['that is issued without a day to pay by', { dueDate: null }, 'invoice_issued'],
  ['that is void in one word only', { voided: true }, 'invoice_voided'],
] as const)('there is no invoice %s', async (_, wrong, constraint) => {
  await expect(insertRow(client, invoice, buildInvoice(wrong))).rejects.toThrow(constraint);
});

it.each([
  ['a refund that brings money', payment, buildPayment({ kind: 'REFUND', amount: 5 }), 'payment_sign'],
  ['a check that takes money', payment, buildPayment({ kind: 'CHECK', amount: -5 }), 'payment_sign'],
  ['a line that does not multiply', invoiceLine, buildInvoiceLine({ amount: 1 }), 'invoice_line_multiplies'],
  [
    'a percentage that is also an amount',
    priceAdjustment,
    buildPriceAdjustment({ amount: 100 }),
    'price_adjustment_size',
  ],
  [
    'a decision without its time',
    orderApproval,
    buildOrderApproval({ status: 'APPROVED' }),
    'order_approval_decided',
  ],
] as const)('there is never %s', async (_, entity, row, constraint) => {
  await expect(insertRow(client, entity, row)).rejects.toThrow(constraint);
});

const twice = async (write: () => Promise<unknown>): Promise<unknown> => {
  await write();
  return write();
};

it('a webhook, an intent, an open rule and a record number are unique', async () => {
  const tries: [() => Promise<unknown>, string][] = [
    [
      () => insertRow(client, paymentEvent, buildPaymentEvent({ eventId: 'evt_same' })),
      'payment_event_event_id',
    ],
    [
      () => insertRow(client, payment, buildPayment({ paymentIntentId: 'pi_same' })),
      'payment_payment_intent_id',
    ],
    [
      () => insertRow(client, orderApproval, buildOrderApproval({ orderId: 'order-7' })),
      'order_approval_open',
    ],
    [
      () => insertRow(client, patient, buildPatient({ medicalRecordNumber: 'MRN7' })),
      'patient_record_number',
    ],
  ];
  for (const [write, constraint] of tries) {
    await client.query('SAVEPOINT before');
    await expect(twice(write)).rejects.toThrow(constraint);
    await client.query('ROLLBACK TO before');
  }
});
