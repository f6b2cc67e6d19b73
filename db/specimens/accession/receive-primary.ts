import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Flow } from '#db/protocols/flow.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { resolveMergedSample } from '#db/samples/find-sample.ts';
import { activeBarcode, labelSample } from '#db/samples/label-sample.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { firstStage, pinnedProcedures } from '#db/specimens/choose-flow.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { positionProblem } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { barcodeOf, isBarcode } from '#db/values/barcode-value.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';

/** The kind of conflict of a label on two samples. */
const LABEL_TAKEN = 'label-taken';

const NOT_RECEIVED: readonly SampleStatus[] = [
  'DRAFT',
  'PENDING_APPROVAL',
  'ORDERED',
  'SHIPPED',
  'DELIVERED',
];

/** The owner of the received material and its outcome. */
export interface Primary {
  specimen: Specimen | null;
  flow: Flow | undefined;
  status: SampleStatus;
}

/** Create the primary sample of received material, or use the one that was registered for its well. */
export async function receivePrimary(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  primary: Primary,
): Promise<Sample> {
  const registered = primary.specimen ? await registeredSample(tx, primary.specimen.id) : undefined;
  const row = registered
    ? await takeUp(tx, registered, receipt, primary)
    : await tx.insert(sample, {
        id: receipt.sampleId,
        entity: primary.specimen?.entity ?? context.actor.entity,
        attempt: 1,
        flaggedForReview: false,
        positionConflict: false,
        sampleKind: 'PRIMARY',
        specimenId: primary.specimen?.id ?? null,
        ...received(context, receipt, primary),
      });
  await putLabel(tx, context, session, receipt, row);
  await recordEvent(tx, context, {
    type: 'SAMPLE_CREATED',
    targetType: 'Sample',
    targetId: row.id,
    data: {
      barcode: receipt.sampleBarcode,
      status: primary.status,
      specimenId: primary.specimen?.id ?? null,
      by: context.actor.name,
    },
  });
  await notePlacing(tx, session, receipt, row);
  return row;
}

const received = (context: OperationContext, receipt: Receipt, { flow, status }: Primary) => ({
  barcodeId: receipt.sampleBarcodeId,
  barcode: receipt.sampleBarcode,
  status,
  stage: flow ? firstStage(flow) : null,
  ...pinnedProcedures(flow),
  initialVolume: receipt.estimatedVolume,
  remainingVolume: status === 'FAILED_VISUAL_INSPECTION' ? '0' : receipt.estimatedVolume,
  ...(status === 'FAILED_VISUAL_INSPECTION'
    ? {
        failureReason: 'BAD_SAMPLE' as const,
        failureNotes: receipt.note,
        failedAt: context.occurredAt,
        failedById: context.actor.userId,
      }
    : {}),
});

async function registeredSample(tx: Transaction, specimenId: string): Promise<Sample | undefined> {
  const samples = await tx.find(sample, { specimenId });
  return samples.find((one) => one.sampleKind === 'PRIMARY' && NOT_RECEIVED.includes(one.status));
}

// The well was registered when the order was submitted; its own label stays an alias of the lab's.
async function takeUp(
  tx: Transaction,
  registered: Sample,
  receipt: Receipt,
  primary: Primary,
): Promise<Sample> {
  const old = await tx.get(barcode, registered.barcodeId);
  if (old) await tx.patch(barcode, old.id, { aliasOfId: receipt.sampleBarcodeId });
  const { flow, status } = primary;
  const row = await tx.patch(sample, registered.id, {
    barcodeId: receipt.sampleBarcodeId,
    barcode: receipt.sampleBarcode,
    status,
    stage: flow ? firstStage(flow) : null,
    ...pinnedProcedures(flow),
    initialVolume: receipt.estimatedVolume,
    remainingVolume: status === 'FAILED_VISUAL_INSPECTION' ? '0' : receipt.estimatedVolume,
  });
  if (receipt.sampleId !== registered.id) await pointTo(tx, receipt, row);
  return row;
}

/**
 * Keep the device's id for the same material as a deleted row, so that later operations with it still reach
 * the sample.
 */
export async function pointTo(tx: Transaction, receipt: Receipt, first: Sample): Promise<void> {
  await tx.insert(sample, {
    id: receipt.sampleId,
    entity: first.entity,
    specimenId: first.specimenId,
    barcodeId: receipt.sampleBarcodeId,
    barcode: receipt.sampleBarcode,
    status: 'CANCELED',
    sampleKind: 'PRIMARY',
    duplicateOfSampleId: first.id,
    flaggedForReview: false,
    positionConflict: false,
    attempt: 1,
    deleted: true,
  });
}

async function putLabel(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  row: Sample,
): Promise<void> {
  const { conflictingLabel, printed } = await labelSample(tx, {
    barcodeId: receipt.sampleBarcodeId,
    value: receipt.sampleBarcode,
    target: row,
  });
  if (printed)
    await recordEvent(tx, context, {
      type: 'SAMPLE_LABEL_PRINTED',
      targetType: 'Sample',
      targetId: row.id,
      data: {
        barcode: receipt.sampleBarcode,
        printedAt: printed.printedAt,
        printedById: printed.printedById,
      },
    });
  if (!conflictingLabel) return;
  const message = `Label ${receipt.sampleBarcode} is on another sample already. Print a new label.`;
  await openConflict(tx, context, {
    kind: LABEL_TAKEN,
    targetType: 'Sample',
    targetId: row.id,
    action: message,
    mine: {
      label: `${receipt.sampleBarcode} on ${receipt.scannedCode ?? 'this tube'}`,
      value: { sampleId: row.id },
    },
    theirs: {
      userId: conflictingLabel.printedById ?? conflictingLabel.createdById,
      name: await personName(tx, conflictingLabel.printedById ?? conflictingLabel.createdById),
      occurredAt: conflictingLabel.printedAt ?? conflictingLabel.createdAt,
      label: `${receipt.sampleBarcode} on a tube before`,
      value: { sampleId: conflictingLabel.targetId },
    },
  });
  session.findings.push({ outcome: 'CONFLICT', code: 'LABEL_TAKEN', message });
}

/** Record where it was put; with an unsuitable place it stays unplaced, and the result tells so. */
export async function notePlacing(
  tx: Transaction,
  session: ReceivingSession,
  receipt: Receipt,
  row: Sample,
): Promise<void> {
  if (receipt.containerId === null) return;
  const container = await tx.get(storageManagement, receipt.containerId);
  const problem = container ? positionProblem(container, receipt.position) : null;
  if (container && !problem) {
    session.placings.push({ sample: row, container, position: receipt.position });
    return;
  }
  const message =
    problem?.message ?? `The location of ${row.barcode} no longer exists. Store the sample again.`;
  session.findings.push({ outcome: 'APPLIED_WITH_WARNING', code: problem?.code ?? 'PLACE_UNKNOWN', message });
}

/** One label on two samples: the first keeps it, the other gets a new one. */
export const labelTakenConflict: ConflictKind = {
  kind: LABEL_TAKEN,
  title: 'One label on two samples',
  labels: { ENTER_VALUE: 'Put the new label on the second' },
  valuePrompt: 'New label of the second',
  async resolve(tx, context, conflict, _choice, value) {
    const code = barcodeOf(value ?? '');
    if (!isBarcode(code)) throw refuse('VALIDATION', 'Scan the new label.');
    if (await activeBarcode(tx, code))
      throw refuse('LABEL_TAKEN', `Label ${code} is on another sample already. Print a new label.`);
    const row = await resolveMergedSample(tx, conflict.targetId);
    if (!row) return;
    const barcodeId = context.newId();
    await labelSample(tx, { barcodeId, value: code, target: row });
    await tx.patch(sample, row.id, { barcodeId, barcode: code });
  },
};
