import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { flow } from '#db/protocols/flow.ts';
import {
  ChangeSummary,
  requireAuthor,
  requireSubmittable,
  requireWithdrawable,
} from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { readSlots, submissionProblems } from './flow-content.ts';
import { openFlow } from './open-flow.ts';

/** Submit a draft for approval; it stays locked until it is decided or withdrawn. */
export const submitFlow = defineOperation({
  name: 'submit-flow',
  version: 1,
  kind: 'intent',
  title: 'Submit flow',
  grant: 'lab/flows:update',
  args: z.strictObject({ flowId: ref, changeSummary: ChangeSummary }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId, changeSummary }, context) {
    const row = await openFlow(tx, context, flowId);
    requireAuthor(context, row);
    requireSubmittable(row);
    const problems = submissionProblems(await readSlots(tx, row));
    if (problems.length > 0) throw refuse('INCOMPLETE', problems.join(' '));
    await tx.patch(flow, flowId, { submittedAt: context.occurredAt, changeSummary });
    await recordEvent(tx, context, {
      type: 'FLOW_STATUS_CHANGED',
      targetType: 'Flow',
      targetId: flowId,
      data: { step: 'SUBMITTED', changeSummary },
    });
    return applied;
  },
});

/** Take a submitted version back, so that its authors can change it again. */
export const withdrawFlow = defineOperation({
  name: 'withdraw-flow',
  version: 1,
  kind: 'intent',
  title: 'Withdraw flow',
  grant: 'lab/flows:update',
  args: z.strictObject({ flowId: ref }),
  subjects: ({ flowId }) => [flowId],
  async run(tx, { flowId }, context) {
    const row = await openFlow(tx, context, flowId);
    requireWithdrawable(context, row);
    await tx.patch(flow, flowId, { submittedAt: null });
    await recordEvent(tx, context, {
      type: 'FLOW_STATUS_CHANGED',
      targetType: 'Flow',
      targetId: flowId,
      data: { step: 'WITHDRAWN' },
    });
    return applied;
  },
});
