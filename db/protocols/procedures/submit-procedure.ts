import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { describeField, ref } from '#db/values/field-types.ts';
import { draftOf, openProcedure, requireAuthor } from './open-procedure.ts';
import { procedureProblems } from './procedure-problems.ts';

/** What changed in this version and why, for the director and for the people who work with it. */
export const ChangeSummary = describeField(z.string().trim().min(10).max(2000), {
  label: 'Change summary',
  hint: 'What changed and why. Shown to the director and at the bench.',
  message: 'Describe the change in 10 to 2,000 characters.',
  input: 'area',
});

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
    if (row.status === 'RESEARCH')
      throw refuse('RESEARCH', 'A research procedure needs no approval. A research director promotes it.');
    if (row.status === 'REJECTED')
      throw refuse('REJECTED', 'This version was rejected. Change it before you submit it again.');
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
    if (row.status !== 'PENDING_APPROVAL' || row.submittedAt === null)
      throw refuse('NOT_SUBMITTED', 'This version is not waiting for approval.');
    if (!row.authorIds.includes(context.actor.userId))
      throw refuse('NOT_AN_AUTHOR', 'Only the authors of this version withdraw it.');
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
