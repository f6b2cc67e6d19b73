import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { sample } from '#db/samples/sample.ts';
import { ref } from '#db/values/field-types.ts';
import { batch as batchEntity } from './batch.ts';
import { assertRole, batchApprovers } from './batch-roles.ts';
import { batchOf, plateOf, procedureOf } from './find-batch.ts';

/** A director approves a completed batch: its children, which were held, go to the queue. */
export const approveBatch = defineOperation({
  name: 'approve-batch',
  version: 1,
  kind: 'intent',
  title: 'Approve batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const row = await batchOf(tx, context, args.batchId);
    const method = await procedureOf(tx, row);
    assertRole(context, batchApprovers(method.clinical));
    if (row.status !== 'COMPLETED') throw refuse('NOT_COMPLETE', `Batch ${row.julianId} is not completed.`);
    if (row.directorApproved === true) throw refuse('APPROVED', `Batch ${row.julianId} is approved already.`);
    const { occurredAt, actor } = context;
    const approval = {
      directorApproved: true,
      directorApprovedById: actor.userId,
      directorApprovedAt: occurredAt,
    };
    await tx.patch(batchEntity, row.id, approval);
    const data = { by: actor.name };
    await recordEvent(tx, context, {
      type: 'BATCH_DIRECTOR_APPROVED',
      targetType: 'Batch',
      targetId: row.id,
      data,
    });
    const parents = (await plateOf(tx, row.id)).samples.map((one) => one.id);
    const children = parents.length === 0 ? [] : await tx.find(sample, { parentSampleId: parents });
    for (const child of children) {
      const held = child.status === 'RECEIVED_ON_HOLD' && child.duplicateOfSampleId === null;
      if (held)
        await changeSampleStatus(tx, context, child, 'IN_QUEUE', { reason: `${row.julianId} approved` });
    }
    return applied;
  },
});
