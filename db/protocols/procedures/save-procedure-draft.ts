import { z } from 'zod';
import { batch } from '#db/batches/batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { assertProcedureTransition, type Procedure, procedure } from '#db/protocols/procedure.ts';
import { checkedAuthors, requireAuthor, requireSeenVersion } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { ref } from '#db/values/field-types.ts';
import { draftOf, openProcedure } from './open-procedure.ts';
import { DraftSection, MAX_SECTIONS, ProcedureSettings, settingsOf } from './procedure-content.ts';
import { procedureDraft } from './procedure-draft.ts';
import { procedureProblems } from './procedure-problems.ts';
import { replaceSectionRows } from './write-section-rows.ts';

const jsonOf = (value: unknown): string => canonicalJson(z.json().parse(JSON.parse(JSON.stringify(value))));

/** Refuse two items with the same identity: a comparison could not tell them apart. */
function requireUniqueIds(sections: readonly DraftSection[]): void {
  const ids = sections.flatMap((section) => [
    section.id,
    ...section.steps.flatMap((step) => [step.id, ...step.fields.map((field) => field.id)]),
  ]);
  if (new Set(ids).size !== ids.length)
    throw refuse('VALIDATION', 'Two items have the same id. Load the page again and repeat your change.');
}

/**
 * A research procedure is edited in place until the first batch uses it; then only as a new version, so that
 * the batch keeps what it was made with.
 */
async function writeResearchRows(
  tx: Transaction,
  context: OperationContext,
  row: Procedure,
  sections: readonly DraftSection[],
): Promise<void> {
  if (row.status === 'RESEARCH' && (await procedureProblems(tx, row, sections)).length === 0)
    await replaceSectionRows(tx, context, row.id, sections);
}

async function requireUnused(tx: Transaction, row: Procedure): Promise<void> {
  if (row.status !== 'RESEARCH') return;
  const [firstBatch] = await tx.find(batch, { procedureId: row.id });
  if (firstBatch)
    throw refuse(
      'IN_USE',
      `Batch ${firstBatch.julianId} uses this version. Start a new version to change it.`,
    );
}

/** Save what the authors typed; nothing that another author saved meanwhile is overwritten. */
export const saveProcedureDraft = defineOperation({
  name: 'save-procedure-draft',
  version: 1,
  kind: 'intent',
  title: 'Save procedure draft',
  grant: 'lab/procedures:update',
  args: z.strictObject({
    procedureId: ref,
    /** The version of the draft that the author changed. */
    seenVersion: z.int(),
    settings: ProcedureSettings,
    sections: z.array(DraftSection).max(MAX_SECTIONS),
  }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, seenVersion, settings, sections }, context) {
    const row = await openProcedure(tx, context, procedureId);
    requireAuthor(context, row);
    await requireUnused(tx, row);
    requireUniqueIds(sections);
    const draft = await draftOf(tx, row);
    const sameSettings = jsonOf(settings) === jsonOf(settingsOf(row));
    const sameSections = jsonOf(sections) === jsonOf(draft.sections);
    if (sameSettings && sameSections) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await requireSeenVersion(tx, draft, seenVersion);
    if (settings.clinical && row.status === 'RESEARCH')
      throw refuse('RESEARCH_CLINICAL', 'A research procedure is not used for clinical samples.');
    // A rejected version that is edited is in preparation again.
    if (row.status === 'REJECTED') assertProcedureTransition(row.status, 'PENDING_APPROVAL');
    await tx.patch(procedure, procedureId, {
      ...settings,
      ...(row.status === 'REJECTED' ? { status: 'PENDING_APPROVAL' as const, submittedAt: null } : {}),
    });
    await tx.patch(procedureDraft, draft.id, { sections, savedById: context.actor.userId });
    await writeResearchRows(tx, context, row, sections);
    return applied;
  },
});

/** Choose who may edit a version in preparation; its creator stays an author. */
export const setProcedureAuthors = defineOperation({
  name: 'set-procedure-authors',
  version: 1,
  kind: 'intent',
  title: 'Change authors of procedure',
  grant: 'lab/procedures:update',
  args: z.strictObject({ procedureId: ref, authorIds: z.array(ref).min(1).max(20) }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, authorIds }, context) {
    const row = await openProcedure(tx, context, procedureId);
    requireAuthor(context, row);
    const next = await checkedAuthors(tx, context, row, authorIds, 'lab/procedures:update');
    await tx.patch(procedure, procedureId, { authorIds: next });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_UPDATED',
      targetType: 'Procedure',
      targetId: procedureId,
      data: { authorIds: next },
    });
    return applied;
  },
});
