import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { checkProcedure } from '#db/protocols/procedures/check-procedure.ts';
import { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { type Section, section, step } from '#db/protocols/section.ts';
import { requireSeenVersion } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { int, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { readLibraryContent } from './library-content.ts';

/** Return a library section; refuse the section of a procedure. */
async function openLibrarySection(tx: Transaction, id: string): Promise<Section> {
  const row = await tx.get(section, id);
  if (!row || row.deleted || row.procedureId !== null) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

async function removeItems(
  tx: Transaction,
  sectionId: string,
  remaining: ReadonlySet<string>,
): Promise<void> {
  for (const { id: stepId } of await tx.find(step, { sectionId })) {
    for (const { id } of await tx.find(field, { stepId }))
      if (!remaining.has(id)) await tx.patch(field, id, { deleted: true });
    if (!remaining.has(stepId)) await tx.patch(step, stepId, { deleted: true });
  }
}

/** Write the steps and fields of a library section; rows that exist already stay the same rows. */
async function writeItems(tx: Transaction, { id: sectionId, steps }: DraftSection): Promise<void> {
  const ids = steps.flatMap(({ id, fields }) => [id, ...fields.map((item) => item.id)]);
  if (new Set([sectionId, ...ids]).size !== ids.length + 1)
    throw refuse('VALIDATION', 'Two items have the same id. Load the page again and repeat your change.');
  await removeItems(tx, sectionId, new Set(ids));
  for (const [stepIndex, { fields, ...stepPart }] of steps.entries()) {
    const stepRow = { ...stepPart, procedureId: null, sectionId, order: stepIndex + 1, originId: null };
    const knownStep = await tx.get(step, stepPart.id);
    if (knownStep && knownStep.sectionId !== sectionId) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (knownStep) await tx.patch(step, stepPart.id, { ...stepRow, deleted: false });
    else await tx.insert(step, stepRow);
    for (const [fieldIndex, fieldPart] of fields.entries()) {
      const fieldRow = {
        ...fieldPart,
        procedureId: null,
        stepId: stepPart.id,
        order: fieldIndex + 1,
        originId: null,
      };
      const knownField = await tx.get(field, fieldPart.id);
      const home = knownField && (await tx.get(step, knownField.stepId));
      if (knownField && home?.sectionId !== sectionId) throw refuse('NOT_FOUND', MESSAGES.notFound);
      if (knownField) await tx.patch(field, fieldPart.id, { ...fieldRow, deleted: false });
      else await tx.insert(field, fieldRow);
    }
  }
}

/** Create or change a section of the library; procedures that copied it take it over only on request. */
export const saveLibrarySection = defineOperation({
  name: 'save-library-section',
  version: 1,
  kind: 'intent',
  title: 'Save library section',
  grant: 'lab/sections:update',
  args: z.strictObject({
    /** The version that was changed; null for a new section. */
    seenVersion: int.nullable(),
    content: DraftSection,
  }),
  subjects: ({ content }) => [content.id],
  async run(tx, { seenVersion, content }, context) {
    onlineOnly(context);
    const [problem] = checkProcedure([content]);
    if (problem) throw refuse('VALIDATION', problem.message);
    const { steps: _, ...sectionPart } = content;
    const savedById = context.actor.userId;
    const sectionRow = { ...sectionPart, procedureId: null, order: 1, originId: null, savedById };
    if (seenVersion === null) {
      if (await tx.get(section, content.id))
        throw refuse('EXISTS', 'This section is in the library already.');
      await tx.insert(section, sectionRow);
      await writeItems(tx, content);
      return applied;
    }
    const row = await openLibrarySection(tx, content.id);
    const before = z.json().parse(await readLibraryContent(tx, row));
    if (canonicalJson(before) === canonicalJson(z.json().parse(content)))
      return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await requireSeenVersion(tx, row, seenVersion);
    await tx.patch(section, row.id, sectionRow);
    await writeItems(tx, content);
    return applied;
  },
});

/** Remove a section from the library; what procedures copied of it stays theirs. */
export const removeLibrarySection = defineOperation({
  name: 'remove-library-section',
  version: 1,
  kind: 'intent',
  title: 'Remove library section',
  grant: 'lab/sections:delete',
  args: z.strictObject({ sectionId: ref, reason: Reason }),
  subjects: ({ sectionId }) => [sectionId],
  async run(tx, { sectionId }, context) {
    onlineOnly(context);
    await openLibrarySection(tx, sectionId);
    await removeItems(tx, sectionId, new Set());
    await tx.patch(section, sectionId, { deleted: true });
    return applied;
  },
});
