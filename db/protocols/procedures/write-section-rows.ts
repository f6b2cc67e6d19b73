import type { OperationContext } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { section, step } from '#db/protocols/section.ts';
import type { Transaction } from '#db/transaction.ts';
import type { DraftSection } from './procedure-content.ts';

/** Write the sections, steps and fields of a version as rows, which batches and devices use. */
async function writeSectionRows(
  tx: Transaction,
  context: OperationContext,
  procedureId: string,
  sections: readonly DraftSection[],
): Promise<void> {
  for (const [sectionIndex, { id: sectionOrigin, steps, ...sectionPart }] of sections.entries()) {
    const sectionId = context.newId();
    await tx.insert(section, {
      ...sectionPart,
      id: sectionId,
      procedureId,
      order: sectionIndex + 1,
      originId: sectionOrigin,
    });
    for (const [stepIndex, { id: stepOrigin, fields, ...stepPart }] of steps.entries()) {
      const stepId = context.newId();
      await tx.insert(step, {
        ...stepPart,
        id: stepId,
        procedureId,
        sectionId,
        order: stepIndex + 1,
        originId: stepOrigin,
      });
      for (const [fieldIndex, { id: fieldOrigin, ...fieldPart }] of fields.entries())
        await tx.insert(field, {
          ...fieldPart,
          id: context.newId(),
          procedureId,
          stepId,
          order: fieldIndex + 1,
          originId: fieldOrigin,
        });
    }
  }
}

/** Replace the rows of a version that no batch uses. */
export async function replaceSectionRows(
  tx: Transaction,
  context: OperationContext,
  procedureId: string,
  sections: readonly DraftSection[],
): Promise<void> {
  for (const { id } of await tx.find(field, { procedureId })) await tx.patch(field, id, { deleted: true });
  for (const { id } of await tx.find(step, { procedureId })) await tx.patch(step, id, { deleted: true });
  for (const { id } of await tx.find(section, { procedureId }))
    await tx.patch(section, id, { deleted: true });
  await writeSectionRows(tx, context, procedureId, sections);
}
