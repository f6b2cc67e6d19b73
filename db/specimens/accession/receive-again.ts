import type { OperationContext } from '#db/operation.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { labelSample } from '#db/samples/label-sample.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { type DiscrepancyType, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { openSeen } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { ofNewestTube } from '#db/specimens/first-stage-material.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { leadSpecimenTo } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';
import {
  asCheckInStatus,
  type CheckInOutcome,
  isWorse,
  outcomeOf,
  sampleStatusFor,
} from './accession-outcome.ts';
import { conditionsOf } from './accession-readiness.ts';
import { setAsideFields } from './receive-first.ts';
import { notePlacing, pointTo, receivePrimary } from './receive-primary.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';
import { type FirstReceipt, firstReceipt } from './record-missing.ts';

/**
 * Receive material without a specimen: it becomes a primary sample in quarantine, and the customer is asked.
 */
export async function receiveUnexpected(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  { types }: { types: readonly DiscrepancyType[] },
): Promise<Sample> {
  const row = await receivePrimary(tx, context, session, receipt, {
    specimen: null,
    flow: undefined,
    status: 'RECEIVED_QUARANTINED',
  });
  const reportedConditions = receipt.conditions.filter((type) => !receipt.silent.includes(type));
  for (const type of new Set<DiscrepancyType>([...types, ...reportedConditions])) {
    await openSeen(tx, context, session, receipt, {
      about: { sampleId: row.id },
      type,
      otherwise: receipt.scannedCode ? `Scanned ${receipt.scannedCode}` : null,
    });
  }
  session.unexpected += 1;
  session.quarantined += 1;
  return row;
}

/** The kind of conflict of two tubes with one requisition (domain 5.11, case 9). */
export const DUPLICATE_REQUISITION = 'duplicate-requisition';

const TERMINAL_STATUSES: readonly SampleStatus[] = ['FAILED_VISUAL_INSPECTION', 'CANCELED', 'RESET'];

/** Receive a tube for a specimen that was received before: the same tube again, or another one. */
export async function receiveAgain(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  row: Specimen,
): Promise<void> {
  const samples = await tx.find(sample, { specimenId: row.id });
  // A replaced tube may have been worked on to its end; the tube after it is the specimen's material now.
  const primaries = ofNewestTube(samples.filter((one) => one.sampleKind === 'PRIMARY'));
  const first = primaries.find((one) => !TERMINAL_STATUSES.includes(one.status)) ?? primaries[0];
  const before = await firstReceipt(tx, row.id);
  const clinical = (await tx.get(protocol, row.protocolId))?.clinical ?? false;
  if (first && sameThing(receipt, before)) {
    await sameTubeAgain(tx, context, session, receipt, { row, first, before });
  } else {
    await secondTube(tx, context, session, receipt, { row, first, clinical, before });
  }
}

// One code that was read twice is one tube, unless one of the two people saw two tubes.
const sameThing = (receipt: Receipt, before: FirstReceipt | undefined): boolean =>
  !sawTwo(receipt, before) && receipt.scannedCode === (before?.scannedCode ?? null);

const sawTwo = (receipt: Receipt, before: FirstReceipt | undefined): boolean =>
  receipt.conditions.includes('DUPLICATE_LABEL') || before?.duplicateLabel === true;

async function sameTubeAgain(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  { row, first, before }: { row: Specimen; first: Sample; before: FirstReceipt | undefined },
): Promise<void> {
  await labelSample(tx, {
    barcodeId: receipt.sampleBarcodeId,
    value: receipt.sampleBarcode,
    target: first,
    aliasOfId: first.barcodeId,
  });
  await pointTo(tx, receipt, first);
  const definition = await tx.get(protocol, row.protocolId);
  const conditions = conditionsOf(receipt.conditions, receipt, definition);
  await addConditions(tx, context, session, { row, first, conditions, receipt });
  session.receivedAgain.add(row.id);
  if (row.status === 'CANCELED' || asReceived(conditions, first).status === 'RECEIVED_QUARANTINED')
    session.quarantined += 1;
  if (before) await countEarlierReceipt(tx, context, session, receipt, { row, before });
  await notePlacing(tx, session, receipt, (await tx.get(sample, first.id)) ?? first);
  session.findings.push({
    outcome: 'MERGED',
    code: 'ALREADY_ACCESSIONED',
    message: `Already accessioned as ${row.julianId}; relabel or keep alias.`,
  });
}

/** Compute the outcome of a tube by these conditions alone. */
const asReceived = (conditions: readonly ReceiptDiscrepancy[], { stage }: Sample): CheckInOutcome =>
  outcomeOf(conditions, { hold: null, missingInfo: [], collectToFillRun: false, flowFits: stage !== null });

/**
 * Keep the earlier of two receipts of one tube by the clock, whichever arrives first. The julianId stays,
 * because others already know the first one that arrived.
 */
async function countEarlierReceipt(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  { row, before }: { row: Specimen; before: FirstReceipt },
): Promise<void> {
  if (row.receivedAt !== null && receipt.occurredAt < row.receivedAt)
    await tx.patch(specimen, row.id, { receivedAt: receipt.occurredAt });
  const clock = `${context.occurredAt} ${context.operationId}`;
  if (clock >= `${before.occurredAt} ${before.operationId}`) return;
  await tx.patch(specimen, row.id, { accessionGroupId: session.groupId });
  for (const one of await tx.find(discrepancy, { specimenId: row.id }))
    if (one.accessionGroupId === row.accessionGroupId && receipt.conditions.some((type) => type === one.type))
      await tx.patch(discrepancy, one.id, { accessionGroupId: session.groupId });
}

interface Added {
  row: Specimen;
  first: Sample;
  conditions: readonly ReceiptDiscrepancy[];
  receipt: Receipt;
}

/** Add the conditions that a second person saw: the union counts, and the worse outcome wins. */
async function addConditions(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  added: Added,
) {
  const { row, first, conditions, receipt } = added;
  const known = await tx.find(discrepancy, { specimenId: row.id });
  const newConditions = conditions.filter((type) => known.every((one) => one.type !== type));
  if (newConditions.length === 0) return;
  for (const type of newConditions) {
    await openSeen(tx, context, session, receipt, { about: { specimenId: row.id }, type });
  }
  const outcome = asReceived(newConditions, first);
  const now = asCheckInStatus(row.status);
  if (now === undefined) {
    // Bench work has begun: no sample leaves a batch automatically, so a person reviews it.
    await tx.patch(sample, first.id, { flaggedForReview: true });
    return;
  }
  if (!isWorse(outcome.status, now)) return;
  const fields = setAsideFields(context, outcome.status, outcome.reason);
  await leadSpecimenTo(tx, context, row, outcome.status, { reason: outcome.reason, fields });
  await changeSampleStatus(tx, context, first, sampleStatusFor(outcome.status, first.stage !== null), {
    reason: outcome.reason,
  });
}

interface Second {
  row: Specimen;
  first: Sample | undefined;
  clinical: boolean;
  before: FirstReceipt | undefined;
}

async function secondTube(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  { row, first, clinical, before }: Second,
): Promise<void> {
  const duplicate = clinical || sawTwo(receipt, before);
  const types = duplicate ? (['UNEXPECTED', 'DUPLICATE_LABEL'] as const) : (['UNEXPECTED'] as const);
  const other = await receiveUnexpected(tx, context, session, receipt, { types });
  if (duplicate && first)
    await addConditions(tx, context, session, {
      row,
      first,
      conditions: ['DUPLICATE_LABEL'],
      receipt,
    });
  const message = `Two tubes carry requisition ${row.requisitionNumber}. ${other.barcode} is in quarantine.`;
  await openConflict(tx, context, {
    kind: DUPLICATE_REQUISITION,
    targetType: 'Specimen',
    targetId: row.id,
    action: `Decide which tube is ${row.requisitionNumber}`,
    mine: {
      label: `${other.barcode}, scanned as ${receipt.scannedCode ?? 'unlabeled'}`,
      value: { sampleId: other.id },
    },
    theirs: {
      userId: before?.userId ?? null,
      name: before?.by ?? 'the system',
      occurredAt: before?.occurredAt ?? row.receivedAt ?? row.updatedAt,
      label: `${first?.barcode ?? row.julianId ?? row.requisitionNumber}, received first`,
      value: { sampleId: first?.id ?? null },
    },
  });
  session.findings.push({ outcome: 'CONFLICT', code: 'DUPLICATE_REQUISITION', message });
}
