import { proposePriceAdjustment } from '#db/billing/adjustments/propose-price-adjustment.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { cancelSpecimens } from '#db/ordering/orders/cancel-specimens.ts';
import { closeOrder } from '#db/ordering/orders/close-order.ts';
import { deleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { holdOrder, releaseOrder } from '#db/ordering/orders/hold-order.ts';
import { overrideCancelOrder, overrideOrder } from '#db/ordering/orders/override-order.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { type Bench, inOffice } from './billing-bench.ts';
import type { Bank } from './dispute-moves.ts';

/** Events of an order and its specimens while it is billed and paid. */
export const ORDER_MOVES = [
  'cancel specimen',
  'delete specimen',
  'finish specimen',
  'spoil specimen',
  'recall specimen',
  'hold',
  'release',
  'override',
  'close',
  'fee',
  'cancel order',
] as const;
export type OrderMove = (typeof ORDER_MOVES)[number];

const byProject = () => inOffice('PROJECT_MANAGER');
const args = { orderId: 'order', reason: 'Agreed' };

/**
 * Return the moves of the bench, the director and the lab's faults; the order follows in the same operation.
 */
async function changeSpecimen(
  bench: Bench,
  row: Specimen,
  from: readonly Specimen['status'][],
  next: Partial<Specimen>,
) {
  if (!from.includes(row.status)) return;
  await bench.within(async (tx, context) => {
    await tx.patch(specimen, row.id, next);
    await deriveOrderStatus(tx, context, 'order');
  });
}

function moveByName(
  bench: Bench,
  name: OrderMove,
  row: Specimen,
  amount: number,
  n: number,
): () => Promise<unknown> {
  const { world } = bench;
  const specimenIds = [row.id];
  const completedAt = '2026-11-20T12:00:00.000Z';
  const moves: Record<OrderMove, () => Promise<unknown>> = {
    'cancel specimen': () => runRule(world, cancelSpecimens, { ...args, specimenIds }, byProject()),
    'delete specimen': () =>
      runRule(world, deleteSpecimen, { specimenId: row.id, reason: 'Twice' }, byProject()),
    'finish specimen': () =>
      changeSpecimen(bench, row, ['IN_PROGRESS'], { status: 'COMPLETED', completedAt }),
    'spoil specimen': () =>
      changeSpecimen(bench, row, ['IN_PROGRESS'], {
        status: 'FAILED_QC_CANCELED',
        failureReason: amount % 2 === 0 ? 'LAB_TECHNICIAN_ERROR' : 'BAD_SAMPLE',
      }),
    'recall specimen': () =>
      changeSpecimen(bench, row, ['COMPLETED'], { status: 'IN_PROGRESS', completedAt: null }),
    hold: () => runRule(world, holdOrder, args, byProject()),
    release: () => runRule(world, releaseOrder, args, byProject()),
    override: () => {
      const reopens = bench.order().status === 'COMPLETED' || amount % 2 === 0;
      const status = reopens ? ('PROCESSING' as const) : ('PENDING_COMPLETION' as const);
      return runRule(world, overrideOrder, { ...args, status }, byProject());
    },
    close: () => runRule(world, closeOrder, { orderId: 'order' }, byProject()),
    fee: () =>
      runRule(
        world,
        proposePriceAdjustment,
        {
          orderId: 'order',
          adjustmentId: `fee-${n}`,
          adjustment: { type: 'FEE', amount: 1 + (amount % 5000), label: 'Rush', reason: 'Asked for' },
        },
        inOffice('BILLING_MANAGER'),
      ),
    'cancel order': () => runRule(world, overrideCancelOrder, args, byProject()),
  };
  return moves[name];
}

/** Return the credits of uncharged specimens. */
const takenOff = (bench: Bench): number =>
  bench.world
    .select(payment, { kind: 'WRITE_OFF' })
    .filter(({ status, specimenIds }) => status === 'SUCCEEDED' && specimenIds !== null)
    .reduce((sum, { amount }) => sum + amount, 0);

/** Run a move of the order; a rule may refuse it, and the bank receives its credits. */
export async function moveOrder(
  bench: Bench,
  bank: Bank,
  { name, index, amount }: { name: OrderMove; index: number; amount: number },
  n: number,
): Promise<void> {
  const row = bench.world.one(specimen, `s${(index % 4) + 1}`);
  if (!row) return;
  const before = takenOff(bench);
  await moveByName(bench, name, row, amount, n)();
  bank.writtenOff += takenOff(bench) - before;
}
