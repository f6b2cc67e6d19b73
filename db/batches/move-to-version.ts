import type { Decimal } from 'decimal.js';
import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { isBeforeFirstDay, type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { type Batch, batch as batchEntity } from './batch.ts';
import { assertNotStarted, type BatchPlate, batchOf, plateOf, procedureOf } from './find-batch.ts';
import { startProblem } from './starting/start-problem.ts';

/** Check whether a batch may use a version of a procedure: it is in use, or is research work. */
export const isUsable = (
  row: Pick<Procedure, 'status' | 'activatedAt' | 'effectiveFrom'>,
  research: boolean,
): boolean => (row.status === 'APPROVED' ? !isBeforeFirstDay(row) : research && row.status === 'RESEARCH');

/** Check whether a batch of one version of a procedure may use another one, as far as the versions tell. */
const isNewerVersion = ({ research }: Pick<Batch, 'research'>, from: Procedure, to: Procedure): boolean =>
  !to.deleted &&
  to.code === from.code &&
  to.procedureVersion > from.procedureVersion &&
  to.batchType === from.batchType &&
  to.clinical === from.clinical &&
  isUsable(to, research);

/** Return the newest version to which a batch that has not started may be moved, or null. */
export async function newerVersionOf(tx: Transaction, row: Batch): Promise<Procedure | null> {
  if (row.status !== 'NOT_STARTED') return null;
  const from = await procedureOf(tx, row);
  const versions = (await tx.find(procedure, { code: from.code }))
    .filter((one) => isNewerVersion(row, from, one))
    .sort((a, b) => b.procedureVersion - a.procedureVersion);
  return versions[0] ?? null;
}

/**
 * Move a batch that has not started to a newer version of its procedure (domain-lab 13.1): its samples take
 * that version, and its sections are planned anew. Online only, so that nobody begins with the other version.
 */
export const moveBatchToVersion = defineOperation({
  name: 'move-batch-to-version',
  version: 1,
  kind: 'intent',
  title: 'Move batch to newer version',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, procedureId: ref }),
  subjects: (args) => [args.batchId, args.procedureId],
  async run(tx, { batchId, procedureId }, context) {
    requireCapability(context, 'planBatches');
    const row = await batchOf(tx, context, batchId);
    assertNotStarted(row);
    const from = await procedureOf(tx, row);
    const to = await tx.get(procedure, procedureId);
    if (!to || to.deleted || !isVisible(context.actor, to))
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (!isNewerVersion(row, from, to))
      throw refuse(
        'NOT_NEWER_VERSION',
        `Choose a version of ${from.name} that is in use and newer than version ${from.procedureVersion}.`,
      );
    const plate = await plateOf(tx, row.id);
    await assertLayoutFits(tx, context, row, to, plate);
    await tx.patch(batchEntity, row.id, { procedureId: to.id });
    const pinned = PROCEDURE_ID_FIELD[row.type];
    for (const one of plate.samples)
      if (one[pinned] === from.id) await tx.patch(sample, one.id, { [pinned]: to.id });
    await planSections(tx, context, row, to);
    await recordEvent(tx, context, {
      type: 'BATCH_PROCEDURE_CHANGED',
      targetType: 'Batch',
      targetId: row.id,
      data: {
        from: from.procedureVersion,
        to: to.procedureVersion,
        procedureId: to.id,
        reason: `${to.code} version ${from.procedureVersion} → ${to.procedureVersion}`,
        by: context.actor.name,
      },
    });
    return applied;
  },
});

/** Refuse a version for which the plate has too many samples, or a tube too little. */
async function assertLayoutFits(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
  { samples }: BatchPlate,
): Promise<void> {
  if (samples.length > method.maxSamples)
    throw refuse(
      'TOO_MANY_SAMPLES',
      `Version ${method.procedureVersion} takes at most ${method.maxSamples} samples. Take some out first.`,
    );
  const remainingVolumes = new Map<string, Decimal | null>();
  for (const one of samples) {
    const problem = await startProblem(tx, context, { row, method }, one, remainingVolumes);
    if (problem) throw refuse(problem.code, problem.message);
  }
}

// Nothing was recorded yet; the plans for people belong to sections that the new version may not have.
async function planSections(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
): Promise<void> {
  for (const { id } of await tx.find(assignedSection, { batchId: row.id }))
    await tx.patch(assignedSection, id, { deleted: true });
  await assignSections(tx, context, row, method);
}

/** Give a batch one assigned section for each section of its procedure. */
export async function assignSections(
  tx: Transaction,
  context: OperationContext,
  { id: batchId, research }: Pick<Batch, 'id' | 'research'>,
  { id: procedureId }: Procedure,
): Promise<void> {
  const sections = await tx.find(section, { procedureId });
  for (const { id: sectionId } of sections.sort((a, b) => a.order - b.order))
    await tx.insert(assignedSection, {
      id: context.newId(),
      sectionId,
      batchId,
      research,
      stepTicks: {},
      equipmentScans: {},
    });
}
