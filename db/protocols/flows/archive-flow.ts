import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { openFlow, protocolsOf } from './open-flow.ts';
import { setFlowArchived } from './replace-flow.ts';

/** Archive a version for good; refuse while protocols use it. */
export const archiveFlow = defineOperation({
  name: 'archive-flow',
  version: 1,
  kind: 'intent',
  title: 'Archive flow',
  grant: 'lab/flows:update',
  args: z.strictObject({ flowId: ref, reason: Reason }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, reason }, context) {
    const row = await openFlow(tx, context, flowId);
    if (row.status !== 'RESEARCH' && !hasCapability(context.actor.role, 'writeRoutineProcedures'))
      throw refuse('RESEARCH_ONLY', 'You archive research flows only. Ask a lab manager.');
    const users = (await protocolsOf(tx, flowId)).filter(
      ({ status }) => status !== 'DISCONTINUED' && status !== 'REJECTED',
    );
    if (users.length > 0) {
      const names = users.map(({ code, protocolVersion }) => `${code} v${protocolVersion}`).join(', ');
      throw refuse(
        'IN_USE',
        users.length === 1
          ? `1 protocol uses this version: ${names}.`
          : `${users.length} protocols use this version: ${names}.`,
      );
    }
    await setFlowArchived(tx, context, row, { reason });
    return applied;
  },
});
