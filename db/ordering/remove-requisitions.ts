import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { MOST_SPECIMENS } from './draft-form.ts';
import { assertTyped } from './manifest/open-for-rows.ts';
import { openDraft } from './order-sight.ts';

/** Takes rows off a draft; the others keep their numbers, which may be on printed tubes already. */
export const removeRequisitions = defineOperation({
  name: 'remove-requisitions',
  version: 1,
  kind: 'intent',
  title: 'Remove specimens from draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, specimenIds: z.array(Id).min(1).max(MOST_SPECIMENS) }),
  subjects: ({ orderId, specimenIds }) => [orderId, ...specimenIds],
  async run(tx, { orderId, specimenIds }, context) {
    const { row: draft } = await openDraft(tx, context, orderId);
    assertTyped(draft);
    const rows = new Map((await tx.find(specimen, { orderId })).map((row) => [row.id, row]));
    for (const id of new Set(specimenIds)) {
      const row = rows.get(id);
      if (row?.status !== 'DRAFT') throw refuse('NOT_FOUND', MESSAGES.notFound);
      await tx.patch(specimen, id, { deleted: true });
    }
    return applied;
  },
});
