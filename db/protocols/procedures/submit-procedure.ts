import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import {
  ChangeSummary,
  requireAuthor,
  requireSubmittable,
  requireWithdrawable,
} from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { draftOf, openProcedure } from './open-procedure.ts';
import { procedureProblems } from './procedure-problems.ts';

/** Submit a draft for approval; it stays locked until it is decided or withdrawn. */
export const submitProcedure = defineOperation({
  name: 'submit-procedure',
  version: 1,
  kind: 'intent',
  title: 'Submit procedure',
  grant: 'lab/procedures:update',
  args: z.strictObject({ procedureId: ref, changeSummary: ChangeSummary }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, changeSummary }, context) {
    const row = await openProcedure(tx, context, procedureId);
    requireAuthor(context, row);
    requireSubmittable(row);
    const { sections } = await draftOf(tx, row);
    const problems = await procedureProblems(tx, row, sections);
    if (problems.length > 0) throw refuse('INCOMPLETE', problems.map(({ message }) => message).join(' '));
    await tx.patch(procedure, procedureId, { submittedAt: context.occurredAt, changeSummary });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_STATUS_CHANGED',
      targetType: 'Procedure',
      targetId: procedureId,
      data: { step: 'SUBMITTED', changeSummary },
    });
    return applied;
  },
});

/** Take a submitted version back, so that its authors can change it again. */
export const withdrawProcedure = defineOperation({
  name: 'withdraw-procedure',
  version: 1,
  kind: 'intent',
  title: 'Withdraw procedure',
  grant: 'lab/procedures:update',
  args: z.strictObject({ procedureId: ref }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId }, context) {
    const row = await openProcedure(tx, context, procedureId);
    requireWithdrawable(context, row);
    await tx.patch(procedure, procedureId, { submittedAt: null });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_STATUS_CHANGED',
      targetType: 'Procedure',
      targetId: procedureId,
      data: { step: 'WITHDRAWN' },
    });
    return applied;
  },
});
