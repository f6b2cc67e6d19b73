import type { OperationContext, RuleResult } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Placing } from '#db/samples/placing/placing-entry.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';

/** One received tube or well. */
export interface Receipt {
  specimenId: string | null;
  sampleId: string;
  julianId: string;
  sampleBarcodeId: string;
  sampleBarcode: string;
  scannedCode: string | null;
  occurredAt: string;
  estimatedVolume: string | null;
  conditions: ReceiptDiscrepancy[];
  secondIdentifierConfirmed: boolean;
  containerId: string | null;
  position: string | null;
  note: string | null;
  photoFileIds: readonly string[];
  /** Its position on the customer's plate. */
  well: string | null;
  /** Conditions that open no discrepancy of their own, because one discrepancy covers the whole plate. */
  silent: readonly ReceiptDiscrepancy[];
}

/** A message to the person about the session. */
export interface Finding {
  outcome: Exclude<RuleResult['outcome'], 'APPLIED'>;
  code: string;
  message: string;
}

/** The state of a running session. */
export interface ReceivingSession {
  groupId: string;
  orderIds: Set<string>;
  placings: Placing[];
  findings: Finding[];
  /** Specimens received in this session for the first time. */
  received: Set<string>;
  /** Specimens whose tube was received here although somebody else had received it. */
  receivedAgain: Set<string>;
  /** Specimens with received material, also for a second time. */
  handled: Set<string>;
  /** Photos that belong to a discrepancy; the others belong to the package. */
  photosHeld: Set<string>;
  unexpected: number;
  quarantined: number;
}

const GRAVITY: readonly RuleResult['outcome'][] = ['CONFLICT', 'MERGED', 'APPLIED_WITH_WARNING'];

/** Return the one verdict of a session: the most severe finding, with all texts. */
export function sessionResult(findings: readonly Finding[]): RuleResult {
  const outcome = GRAVITY.find((candidate) => findings.some((one) => one.outcome === candidate));
  const gravest = findings.find((one) => one.outcome === outcome);
  if (!gravest) return { outcome: 'APPLIED', code: null, message: null };
  const texts = [...new Set([gravest.message, ...findings.map((one) => one.message)])];
  return { outcome: gravest.outcome, code: gravest.code, message: texts.join(' ').slice(0, 2000) };
}

/** Record the receipt of material on an order: time, packages, and the resulting status. */
export async function receiveOrder(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  trackingNumber: string | null,
): Promise<void> {
  const row = await tx.get(order, orderId);
  if (!row) return;
  await receiveShipments(tx, context, orderId, trackingNumber);
  await tx.patch(order, orderId, {
    receivedAt: row.receivedAt ?? context.occurredAt,
    shipmentStatus: 'RECEIVED',
  });
  await deriveOrderStatus(tx, context, orderId);
}

async function receiveShipments(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  trackingNumber: string | null,
): Promise<void> {
  const all = (await tx.find(shipment, { orderId })).filter((one) => one.direction === 'INBOUND');
  const tracked = all.filter((one) => trackingNumber !== null && one.trackingNumber === trackingNumber);
  for (const one of tracked.length > 0 ? tracked : all) {
    if (one.status === 'RECEIVED') continue;
    await tx.patch(shipment, one.id, { status: 'RECEIVED', lastEventAt: context.occurredAt });
    await recordEvent(tx, context, {
      type: 'SHIPMENT_STATUS_CHANGED',
      targetType: 'Order',
      targetId: orderId,
      data: { shipmentId: one.id, from: one.status, to: 'RECEIVED' },
      customerVisible: true,
    });
  }
}
