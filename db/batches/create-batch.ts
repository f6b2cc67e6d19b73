import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { isBeforeFirstDay, type Procedure, procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref, requiredText } from '#db/values/field-types.ts';
import { batch } from './batch.ts';
import { numberBatch } from './batch-numbering.ts';
import { batchOf } from './find-batch.ts';
import { assignSections, isUsable } from './move-to-version.ts';

/**
 * Create a batch for a procedure, numbered by the day, with one assigned section per section. Online only.
 */
export const createBatch = defineOperation({
  name: 'create-batch',
  version: 1,
  kind: 'intent',
  title: 'Create batch',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    name: requiredText,
    procedureId: ref,
    research: z.boolean(),
    assignedUserId: ref.nullable(),
    sourceBatchId: ref.nullable().default(null),
  }),
  subjects: (args) => [args.batchId, args.procedureId],
  async run(tx, args, context) {
    requireCapability(context, args.research ? 'createResearchBatches' : 'planBatches');
    const method = await methodOf(tx, context, args.procedureId, args.research);
    if (args.sourceBatchId !== null) await batchOf(tx, context, args.sourceBatchId);
    const sameDay = await tx.find(batch, { labDay: context.labDay, deleted: [true, false] });
    const already = sameDay.filter(
      (row) => row.type === method.batchType && row.entity === context.actor.entity,
    ).length;
    await tx.insert(batch, {
      id: args.batchId,
      name: args.name,
      status: 'NOT_STARTED',
      ...numberBatch(context.actor.entity, context.labDay, method.batchType, already),
      labDay: context.labDay,
      type: method.batchType,
      procedureId: method.id,
      research: args.research,
      assignedUserId: args.assignedUserId,
      sourceBatchId: args.sourceBatchId,
    });
    await assignSections(tx, context, { id: args.batchId, research: args.research }, method);
    const data = { procedureId: method.id, by: context.actor.name };
    await recordEvent(tx, context, {
      type: 'BATCH_CREATED',
      targetType: 'Batch',
      targetId: args.batchId,
      data,
    });
    return applied;
  },
});

async function methodOf(
  tx: Transaction,
  context: OperationContext,
  id: string,
  research: boolean,
): Promise<Procedure> {
  const method = await tx.get(procedure, id);
  if (!method || method.deleted || !isVisible(context.actor, method))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  if (isUsable(method, research)) return method;
  if (isBeforeFirstDay(method))
    throw refuse(
      'PROCEDURE_NOT_EFFECTIVE',
      `Version ${method.procedureVersion} of ${method.name} is effective from ${method.effectiveFrom}. Choose the version in use.`,
    );
  throw refuse('PROCEDURE_NOT_APPROVED', `Procedure ${method.name} is not approved.`);
}
