import { batch } from '#db/batches/batch.ts';
import { addInterval } from '#db/inventory/time-interval.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { StorageProblem } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';

const FINISHED_STATUSES: readonly Specimen['status'][] = [
  'COMPLETED',
  'IN_STORAGE',
  'CANCELED',
  'FAILED_QC_CANCELED',
];
const CLOSED: readonly Order['status'][] = ['COMPLETED', 'CANCELED'];
const OPEN_BATCH: readonly string[] = ['NOT_STARTED', 'IN_PROGRESS'];

/** Find the specimen of a sample; an unexpected tube has none. */
const ownerOf = async (tx: Transaction, sample: Sample): Promise<Specimen | undefined> =>
  sample.specimenId === null ? undefined : tx.get(specimen, sample.specimenId);

/** Refuse a sample in an unfinished batch: it may not leave the lab. */
export async function batchProblem(tx: Transaction, sample: Sample): Promise<StorageProblem | null> {
  const inBatch = sample.batchId === null ? undefined : await tx.get(batch, sample.batchId);
  if (!inBatch || !OPEN_BATCH.includes(inBatch.status)) return null;
  return { code: 'IN_BATCH', message: `Sample ${sample.barcode} is in batch ${inBatch.julianId}.` };
}

/** Refuse material of unfinished work; only finished or canceled work may leave the lab. */
export async function unfinishedProblem(tx: Transaction, sample: Sample): Promise<StorageProblem | null> {
  const owner = await ownerOf(tx, sample);
  if (!owner || FINISHED_STATUSES.includes(owner.status)) return null;
  return {
    code: 'NOT_FINISHED',
    message: `Specimen ${owner.julianId ?? owner.requisitionNumber} is not finished.`,
  };
}

/**
 * Compute the day on which the retention of a finished order ends; null when it has not begun or the order
 * was canceled.
 */
export function retentionEnd(completedAt: string | null, period: string): string | null {
  const years = /^YEARS_(\d+)$/.exec(period)?.[1];
  return completedAt === null || years === undefined
    ? null
    : addInterval(completedAt.slice(0, 10), Number(years), 'YEAR');
}

const SHIPPED: readonly Shipment['status'][] = ['IN_TRANSIT', 'RECEIVED'];

/** Refuse to dispose of material that goes back to the client until its return shipment is under way. */
async function unshippedProblem(tx: Transaction, { id, orderNumber }: Order): Promise<StorageProblem | null> {
  const shipments = await tx.find(shipment, { orderId: id });
  if (shipments.some(({ direction, status }) => direction === 'RETURN' && SHIPPED.includes(status)))
    return null;
  return { code: 'NOT_SHIPPED', message: `Ship the material of order ${orderNumber} to the client first.` };
}

/** Refuse to dispose of stored material before the retention of its data ends, as the customer agreed. */
async function storageProblem(
  tx: Transaction,
  sample: Sample,
  owner: Specimen,
  completedAt: string | null,
  labDay: string,
): Promise<StorageProblem | null> {
  const [agreed] = await tx.find(dataUseInfo, { orderId: owner.orderId });
  if (!agreed) return null;
  if (agreed.retentionPeriod === 'INDEFINITE') {
    return { code: 'RETENTION', message: `Sample ${sample.barcode} is kept indefinitely.` };
  }
  const ends = retentionEnd(completedAt ?? owner.completedAt, agreed.retentionPeriod);
  return ends !== null && ends > labDay
    ? { code: 'RETENTION', message: `Retention period ends ${ends}.` }
    : null;
}

/**
 * Return why material of a finished specimen may not be disposed of yet (D31). The retention period is that
 * of the data and applies to stored material only; material to destroy waits until its order is closed,
 * material to ship for its shipment.
 */
export async function retentionProblem(
  tx: Transaction,
  sample: Sample,
  labDay: string,
): Promise<StorageProblem | null> {
  const owner = await ownerOf(tx, sample);
  if (!owner || owner.status === 'CANCELED') return null;
  const bought = await tx.get(order, owner.orderId);
  if (bought?.postSequenceOption === 'SHIP') return unshippedProblem(tx, bought);
  if (bought?.postSequenceOption !== 'DESTROY')
    return storageProblem(tx, sample, owner, bought?.completedAt ?? null, labDay);
  return CLOSED.includes(bought.status)
    ? null
    : { code: 'ORDER_OPEN', message: `Close order ${bought.orderNumber} first.` };
}

/** Refuse to send material to the client without a return shipment. */
export async function returnShipmentProblem(tx: Transaction, sample: Sample): Promise<StorageProblem | null> {
  const owner = await ownerOf(tx, sample);
  if (!owner) return { code: 'NO_ORDER', message: `Sample ${sample.barcode} belongs to no order.` };
  const shipments = await tx.find(shipment, { orderId: owner.orderId });
  if (shipments.some((one) => one.direction === 'RETURN')) return null;
  const bought = await tx.get(order, owner.orderId);
  return {
    code: 'NO_RETURN_SHIPMENT',
    message: `Create a return shipment for order ${bought?.orderNumber ?? ''} first.`,
  };
}

/** Check whether the disposal of this sample needs a second person. */
export async function isClinical(tx: Transaction, sample: Sample): Promise<boolean> {
  const owner = await ownerOf(tx, sample);
  const test = owner ? await tx.get(protocol, owner.protocolId) : undefined;
  return test?.clinical ?? false;
}
