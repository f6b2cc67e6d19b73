import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { chooseFlow } from '#db/specimens/choose-flow.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy, openSeen } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import {
  changeSpecimenStatus,
  leadSpecimenTo,
  type SpecimenChange,
} from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';
import { type CheckInOutcome, outcomeOf } from './accession-outcome.ts';
import { conditionsOf, holdOf, missingInfo } from './accession-readiness.ts';
import { receivePrimary } from './receive-primary.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';

const STATUS_EVENT = {
  RECEIVED_QUARANTINED: 'SPECIMEN_QUARANTINED',
  ACTION_REQUIRED: 'SPECIMEN_ACTION_REQUIRED',
} as const;

/** Receive a specimen for the first time. Receipt is always recorded, whatever happened to the order. */
export async function receiveFirst(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  row: Specimen,
  of: Order,
): Promise<void> {
  const definition = await tx.get(protocol, row.protocolId);
  const conditions = conditionsOf(receipt.conditions, receipt, definition);
  const hold = holdOf(of, await tx.get(company, of.companyId), row.paidFor);
  const flow = await chooseFlow(tx, row);
  const outcome = outcomeOf(conditions, {
    hold,
    missingInfo: missingInfo(row, definition?.clinical ?? false),
    collectToFillRun: definition?.collectToFillRun ?? false,
    flowFits: flow !== undefined,
  });
  const canceled = of.status === 'CANCELED' || row.status === 'CANCELED';
  const orderIs = canceled ? 'CANCELED' : of.status === 'ON_HOLD' ? of.status : null;
  await settle(tx, context, session, { receipt, row, outcome, orderIs, flowId: flow?.id ?? row.flowId });
  await openAll(tx, context, session, receipt, row, conditions);
  await endMissing(tx, context, session, row);
  const sampleStatus = canceled ? 'RECEIVED_QUARANTINED' : outcome.sampleStatus;
  await receivePrimary(tx, context, session, receipt, { specimen: row, flow, status: sampleStatus });
  if (sampleStatus === 'RECEIVED_QUARANTINED') session.quarantined += 1;
  session.received.add(row.id);
  await noteOrderState(context, session, of, { canceled, hold, julianId: receipt.julianId });
}

interface SettledReceipt {
  receipt: Receipt;
  row: Specimen;
  outcome: CheckInOutcome;
  /**
   * Set when the order was canceled or on hold on arrival: customer service is notified (domain 5.11, case
   * 11).
   */
  orderIs: 'CANCELED' | 'ON_HOLD' | null;
  flowId: string | null;
}

async function settle(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  settledReceipt: SettledReceipt,
) {
  const { receipt, row, outcome, orderIs, flowId } = settledReceipt;
  const numbered = await tx.find(specimen, { julianId: receipt.julianId });
  const free = numbered.every((other) => other.id === row.id);
  const fields: Partial<Specimen> = {
    receivedAt: receipt.occurredAt,
    accessionGroupId: session.groupId,
    flowId,
    ...(free ? { julianId: receipt.julianId } : {}),
  };
  await recordEvent(tx, context, {
    type: 'SPECIMEN_ACCESSIONED',
    targetType: 'Specimen',
    targetId: row.id,
    data: {
      julianId: receipt.julianId,
      accessionGroupId: session.groupId,
      sampleId: receipt.sampleId,
      scannedCode: receipt.scannedCode,
      ...(receipt.conditions.includes('DUPLICATE_LABEL') ? { duplicateLabel: true } : {}),
      by: context.actor.name,
      ...(orderIs === null ? {} : { orderIs }),
    },
    customerVisible: true,
  });
  if (orderIs === 'CANCELED') await tx.patch(specimen, row.id, fields);
  else await leadOrKeep(tx, context, row, outcome, fields);
}

async function leadOrKeep(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  { status, reason }: CheckInOutcome,
  fields: Partial<Specimen>,
): Promise<void> {
  const change: SpecimenChange = {
    event:
      status === 'RECEIVED_QUARANTINED' || status === 'ACTION_REQUIRED'
        ? STATUS_EVENT[status]
        : 'SPECIMEN_STATUS_CHANGED',
    reason,
    fields: { ...fields, ...setAsideFields(context, status, reason) },
  };
  const led = await leadSpecimenTo(tx, context, row, status, change);
  // No path leads to that status: the receipt is recorded and the status stays.
  if (!led) await changeSpecimenStatus(tx, context, row, row.status, { fields });
}

/** Build the fields for why a specimen is set aside and to which status it returns. */
export function setAsideFields(
  context: OperationContext,
  status: Specimen['status'],
  reason: string | null,
): Partial<Specimen> {
  if (status === 'RECEIVED') return { holdReason: reason, statusBeforeHold: null };
  if (status !== 'ACTION_REQUIRED') return { holdReason: reason, statusBeforeHold: 'RECEIVED' };
  return { actionRequiredText: reason, actionRequiredSince: context.occurredAt };
}

async function openAll(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  row: Specimen,
  conditions: readonly ReceiptDiscrepancy[],
): Promise<void> {
  for (const type of conditions) {
    if (receipt.silent.includes(type)) continue;
    await openSeen(tx, context, session, receipt, { about: { specimenId: row.id }, type });
  }
}

// Receipt beats MISSING, whichever was first (domain 5.11, case 10).
async function endMissing(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  row: Specimen,
) {
  const known = await tx.find(discrepancy, { specimenId: row.id });
  const missing = known.filter((one) => one.type === 'MISSING' && one.resolution === 'OPEN');
  for (const one of missing) await closeDiscrepancy(tx, context, one, 'LATE_ARRIVAL', null);
  if (missing.length === 0) return;
  session.findings.push({
    outcome: 'MERGED',
    code: 'LATE_ARRIVAL',
    message: `${row.requisitionNumber} was reported missing and has arrived.`,
  });
}

// Only changes since the person scanned are reported; earlier ones were on their screen (domain 5.11, case
// 11).
async function noteOrderState(
  context: OperationContext,
  session: ReceivingSession,
  of: Order,
  { canceled, hold, julianId }: { canceled: boolean; hold: string | null; julianId: string },
): Promise<void> {
  if (canceled) {
    const message = `Order ${of.orderNumber} was canceled. ${julianId} is in quarantine.`;
    session.findings.push({ outcome: 'APPLIED_WITH_WARNING', code: 'ORDER_CANCELED', message });
  } else if (hold !== null && (await context.changedSinceSeen(order, of.id))) {
    session.findings.push({ outcome: 'APPLIED_WITH_WARNING', code: 'ORDER_ON_HOLD', message: hold });
  }
}
