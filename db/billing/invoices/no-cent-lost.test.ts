import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { startPayment } from '#db/billing/payments/start-payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { type Bench, inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { cardRefund, drawnMove, perform } from '#db/factories/benches/billing-moves.ts';
import { type MoveInput, newBank, payByCard, webhook } from '#db/factories/benches/dispute-moves.ts';
import {
  expectBalance,
  expectBooked,
  expectCounted,
  expectCreditNumbers,
  expectFrozen,
  expectLines,
  expectListed,
  expectMoney,
  expectMovedOnce,
  expectNumbers,
  expectShared,
} from '#db/factories/benches/expect-billing.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { cancelBilling } from './cancel-billing.ts';
import { readyToBill } from './change-invoice-status.ts';
import { voidInvoice } from './correct-invoice.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice-status.ts';

const setting = fc.record({
  kind: fc.constantFrom('ONLINE', 'SALES_ORDER', 'CAMPAIGN', 'REWORK' as const),
  begun: fc.constantFrom('not', 'whole', 'in parts' as const),
  byCard: fc.boolean(),
  bps: fc.integer({ min: 0, max: 10_000 }),
  fixed: fc.integer({ min: 0, max: 30_000 }),
  fee: fc.integer({ min: 0, max: 5000 }),
  unit: fc.integer({ min: 0, max: 15_000 }),
  specimens: fc.array(
    fc.constantFrom(
      'COMPLETED',
      'COMPLETED',
      'IN_PROGRESS',
      'FAILED_QC_CANCELED',
      'RECEIVED',
      'ORDERED' as const,
    ),
    { minLength: 1, maxLength: 4 },
  ),
});
type DrawnSetting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

/** Open a bench of the drawn kind: a rework is free by discount; a campaign is billed to its sponsor. */
function openedAs({ kind, begun: _, byCard: __, ...drawnSetting }: DrawnSetting) {
  const received = { ...drawnSetting, receivedAt: '2026-11-18T10:00:00.000Z' };
  if (kind === 'CAMPAIGN') return openBillingBench({ ...received, orderType: kind, campaignCode: 'SPRING' });
  if (kind === 'REWORK')
    return openBillingBench({ ...received, orderClassification: kind, bps: 10_000, fee: 0 });
  return openBillingBench({ ...received, orderType: kind });
}

/** Issue started work, at once or a part before the rest; otherwise everything is still in service. */
async function startPayments(bench: Bench, paymentStart: DrawnSetting['begun']): Promise<void> {
  if (paymentStart === 'not') return;
  const issueReady = async () => {
    const ready = bench.drafts().find(({ status }) => status === 'AWAITING_BILLING');
    if (ready) await bench.issue(ready.id).catch(expectRefusal);
  };
  if (paymentStart === 'in parts') {
    await bench.billNow('s1').catch(expectRefusal);
    await issueReady();
  }
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  await issueReady();
}

/** Put some specimens into a started batch: once canceled they are charged, and they are not deleted. */
function putInBatch(bench: Bench): void {
  bench.world.putRow(batch, buildBatch({ id: 'batch', startedAt: '2026-11-19T10:00:00.000Z' }));
  for (const { id, status } of bench.world.all(specimen))
    if (status === 'IN_PROGRESS' && id !== 's1')
      bench.world.putRow(
        sample,
        buildSample({ id: `of-${id}`, specimenId: id, batchId: 'batch', status: 'IN_PROGRESS' }),
      );
}

/** Accept a refusal of a rule, but fail on a dead end. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  expect(error.code).not.toBe('INTERNAL');
  expect(error.message).not.toContain('Cannot change status');
}

describe('any sequence of billing, customer and card processor actions', () => {
  test('loses or doubles no cent, skips no number, bills no specimen twice and makes no unlisted transition', async () => {
    await fc.assert(
      fc.asyncProperty(
        setting,
        fc.array(drawnMove, { minLength: 4, maxLength: 30 }),
        async (drawnSetting, moves) => {
          const bench = await openedAs(drawnSetting);
          putInBatch(bench);
          const began = bench.order().status;
          const bank = newBank();
          const frozen = new Map<string, number>();
          await startPayments(bench, drawnSetting.begun);
          if (drawnSetting.byCard) await payByCard(bench, bank).catch(expectRefusal);
          for (const [n, one] of moves.entries()) {
            await perform(bench, bank, one, n).catch(expectRefusal);
            expectLines(bench);
            expectMoney(bench, bank);
            expectBalance(bench);
            expectNumbers(bench);
            expectCreditNumbers(bench);
            expectFrozen(bench, frozen);
            expectBooked(bench);
            expectShared(bench);
            await expectCounted(bench);
          }
          expectListed(bench);
          expectMovedOnce(bench, began);
        },
      ),
      { numRuns: 120 },
    );
  });
});

test('reaches every status of an invoice', async () => {
  const bench = await openBillingBench({ specimens: ['COMPLETED', 'IN_PROGRESS'] });
  const bank = newBank();
  await bench.billNow('s1');
  const id = bench.invoices()[0]?.id ?? '';
  await bench.issue(id);
  const moveInput = (index = 0): MoveInput => ({
    bench,
    bank,
    one: bench.one(id),
    which: index,
    amount: 0,
    n: 0,
  });
  const card = (amount: number | null) =>
    runRule(bench.world, startPayment, { invoiceId: id, amount }, inOffice());
  // A card payment of everything is declined; a part succeeds; the rest is declined, then succeeds too.
  await card(null);
  await webhook(moveInput(), 'FAILED');
  await card(5000);
  await webhook(moveInput(), 'PROCESSING');
  await webhook(moveInput(), 'SUCCEEDED');
  await card(null);
  await webhook(moveInput(1), 'FAILED');
  await webhook(moveInput(1), 'SUCCEEDED');
  expect(bench.one(id)).toMatchObject({ status: 'PAID_IN_FULL', totalDue: 10_000 });
  await bench.within((tx, context) => cancelBilling(tx, context, bench.order(), 'No longer wanted'));
  await cardRefund(moveInput());
  await cardRefund(moveInput());
  await runRule(bench.world, voidInvoice, { invoiceId: id, reason: 'Wrong' }, inOffice());
  expectMoney(bench, bank);
  expect(bank).toMatchObject({ received: 10_000, writtenOff: 0, wentBack: 10_000 });
  const reached = expectListed(bench, new Set<InvoiceStatus>(['PENDING']));
  expect(INVOICE_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
});
