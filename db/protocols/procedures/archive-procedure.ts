import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { batch } from '#db/batches/batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { openProcedure } from './open-procedure.ts';
import { approvedFlowsOf, setArchived } from './replace-earlier.ts';

const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** Archive a version for good; refuse while flows or batches that have not started use it. */
export const archiveProcedure = defineOperation({
  name: 'archive-procedure',
  version: 1,
  kind: 'intent',
  title: 'Archive procedure',
  grant: 'lab/procedures:update',
  args: z.strictObject({ procedureId: ref, reason: Reason }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, reason }, context) {
    const row = await openProcedure(tx, context, procedureId);
    if (row.status !== 'RESEARCH' && !hasCapability(context.actor.role, 'writeRoutineProcedures'))
      throw refuse('RESEARCH_ONLY', 'You archive research procedures only. Ask a lab manager.');
    const flows = await approvedFlowsOf(tx, row);
    if (flows.length > 0)
      throw refuse(
        'IN_USE',
        `${countOf(flows.length, 'flow uses', 'flows use')} this version: ${flows.map(({ name }) => name).join(', ')}.`,
      );
    const waiting = await tx.find(batch, { procedureId, status: 'NOT_STARTED' });
    if (waiting.length > 0)
      throw refuse(
        'IN_USE',
        `Cannot be archived while ${countOf(waiting.length, 'batch has', 'batches have')} not started.`,
      );
    await setArchived(tx, context, row, reason);
    return applied;
  },
});
