import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { mirroringSamples, releaseFrom } from '#db/specimens/holding/held-samples.ts';
import {
  findConcurrentSetAside,
  formatConcurrentSetAside,
  setAsideAgain,
} from '#db/specimens/holding/set-aside-again.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import { leadSpecimenTo } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Discrepancy, discrepancy, type Resolution } from './discrepancy.ts';

/**
 * Refuse to relabel a clinical tube without the submitter's written statement (domain 5.3), a file of the
 * specimen. Devices have no files, so they only require its id, and the server checks the file.
 */
async function requireStatement(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  statementFileId: string | null,
): Promise<void> {
  if (statementFileId === null) {
    const definition = await tx.get(protocol, row.protocolId);
    if (definition?.clinical) throw refuse('STATEMENT_REQUIRED', "Attach the submitter's written statement.");
    return;
  }
  if (context.replica === 'device') return;
  const file = await tx.get(s3File, statementFileId);
  const isStored = file && !file.deleted && file.status === 'STORED';
  if (!isStored || file.targetType !== 'Specimen' || file.targetId !== row.id)
    throw refuse(
      'STATEMENT_NOT_FOUND',
      'The statement is not among the files of this specimen. Attach it again.',
    );
  if (file.scanStatus === 'QUARANTINED')
    throw refuse(
      'STATEMENT_HELD_BACK',
      'The statement is held back by the virus check. Attach a clean copy.',
    );
}

/** A decision about one discrepancy. */
export interface Decision {
  discrepancyRow: Discrepancy;
  resolution: Resolution;
  note: string;
  statementFileId: string | null;
}

const SET_ASIDE: readonly SpecimenStatus[] = [
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'ACTION_REQUIRED',
];

/**
 * Apply a decision to the specimen and its material; the discrepancy itself is still open. Returns who set
 * the specimen aside meanwhile when it stays aside for that reason.
 */
export async function applyResolution(
  tx: Transaction,
  context: OperationContext,
  decision: Decision,
): Promise<string | null> {
  const { discrepancyRow, resolution, note } = decision;
  if (discrepancyRow.specimenId === null) {
    await endUnexpected(tx, context, decision);
    return null;
  }
  let holdText: string | null = null;
  const row = await specimenOf(tx, discrepancyRow.specimenId);
  if (resolution === 'RELABELED') await requireStatement(tx, context, row, decision.statementFileId);
  if (resolution === 'REPLACE') await replaceSpecimen(tx, context, row, note);
  else if (resolution === 'CANCELED') await withdrawSpecimen(tx, context, row, note);
  else if (resolution === 'DISPOSED' || resolution === 'RETURNED')
    await loseMaterial(tx, context, row, resolution, note);
  else holdText = await releaseWhenClear(tx, context, row, discrepancyRow, note);
  await deriveOrderStatus(tx, context, row.orderId);
  return holdText;
}

async function releaseWhenClear(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  discrepancyRow: Discrepancy,
  note: string,
): Promise<string | null> {
  let notice: string | null = null;
  const rows = discrepancyRow.type === 'WRONG_PLATE_POSITION' ? await platemates(tx, row) : [row];
  for (const one of rows) {
    const known = await tx.find(discrepancy, { specimenId: one.id });
    const open = known.some((other) => other.id !== discrepancyRow.id && other.resolution === 'OPEN');
    if (open || one.receivedAt === null || !SET_ASIDE.includes(one.status)) continue;
    const holdText = await findConcurrentSetAside(tx, context, one);
    if (holdText) notice = formatConcurrentSetAside(one, holdText);
    else await releaseFrom(tx, context, one, note);
  }
  return notice;
}

// One discrepancy covers the whole rotated plate.
async function platemates(tx: Transaction, row: Specimen): Promise<Specimen[]> {
  if (row.shipmentPlateLocation === null) return [row];
  const all = await tx.find(specimen, { orderId: row.orderId });
  return all.filter(
    (one) =>
      one.accessionGroupId === row.accessionGroupId && one.shipmentPlateNumber === row.shipmentPlateNumber,
  );
}

async function failMaterial(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  note: string,
): Promise<void> {
  for (const one of await mirroringSamples(tx, row.id)) {
    await changeSampleStatus(tx, context, one, 'FAILED_VISUAL_INSPECTION', {
      event: 'SAMPLE_FAILED',
      reason: note,
      fields: {
        failureReason: 'BAD_SAMPLE',
        failureNotes: note,
        failedAt: context.occurredAt,
        failedById: context.actor.userId,
      },
    });
  }
}

/**
 * Set a specimen to await a replacement: it keeps the requisition and gets a new julianId at its check-in.
 */
export async function replaceSpecimen(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  note: string,
): Promise<void> {
  await failMaterial(tx, context, row, note);
  const awaitingAction = await requireAction(tx, context, row, note);
  const fields = { receivedAt: null, actionRequiredText: null, actionRequiredSince: null, holdReason: null };
  if (awaitingAction) await leadSpecimenTo(tx, context, awaitingAction, 'ORDERED', { reason: note, fields });
}

async function loseMaterial(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  resolution: 'DISPOSED' | 'RETURNED',
  note: string,
): Promise<void> {
  await failMaterial(
    tx,
    context,
    row,
    `${resolution === 'DISPOSED' ? 'To be disposed of' : 'To be returned'}: ${note}`,
  );
  if (row.status === 'ACTION_REQUIRED') await setAsideAgain(tx, context, row, note);
  else await requireAction(tx, context, row, note);
}

// Set a specimen to await the customer, from its current status.
const requireAction = (tx: Transaction, context: OperationContext, row: Specimen, note: string) =>
  row.status === 'ACTION_REQUIRED' || row.status === 'ORDERED'
    ? Promise.resolve(row)
    : leadSpecimenTo(tx, context, row, 'ACTION_REQUIRED', {
        event: 'SPECIMEN_ACTION_REQUIRED',
        reason: note,
        fields: { actionRequiredText: note, actionRequiredSince: context.occurredAt, holdReason: null },
      });

async function endUnexpected(
  tx: Transaction,
  context: OperationContext,
  { discrepancyRow, resolution, note }: Decision,
): Promise<void> {
  const row = discrepancyRow.sampleId === null ? undefined : await tx.get(sample, discrepancyRow.sampleId);
  if (row?.status !== 'RECEIVED_QUARANTINED') return;
  if (resolution !== 'DISPOSED' && resolution !== 'RETURNED') return;
  await changeSampleStatus(tx, context, row, 'CANCELED', { reason: note });
}
