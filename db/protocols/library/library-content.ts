import { z } from 'zod';
import { field } from '#db/protocols/field.ts';
import { ProcedureStatus } from '#db/protocols/procedure.ts';
import { DraftField, DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import { type Section, step } from '#db/protocols/section.ts';
import type { Transaction } from '#db/transaction.ts';
import { instant, int, ref, text } from '#db/values/field-types.ts';

/** A section that procedures copy, with the versions of procedures that copied it. */
export const LibrarySection = z.object({
  content: DraftSection,
  /** Grows with each save; a copy remembers the version from which it was made. */
  version: int,
  updatedAt: instant,
  /** Who saved it last; null for a section from before this was stored. */
  savedById: ref.nullable(),
  savedByName: text,
  usedBy: z.array(z.object({ id: ref, code: text, procedureVersion: int, status: ProcedureStatus })),
});
export type LibrarySection = z.infer<typeof LibrarySection>;

const byOrder = (one: { order: number }, other: { order: number }): number => one.order - other.order;

/** Read the steps and fields of a library section. */
export async function readLibraryContent(tx: Transaction, row: Section): Promise<DraftSection> {
  const steps = (await tx.find(step, { sectionId: row.id })).sort(byOrder);
  const fields = await tx.find(field, { stepId: steps.map(({ id }) => id) });
  return {
    ...DraftSection.omit({ steps: true }).strip().parse(row),
    steps: steps.map((stepRow) => ({
      ...DraftStep.omit({ fields: true }).strip().parse(stepRow),
      fields: fields
        .filter(({ stepId }) => stepId === stepRow.id)
        .sort(byOrder)
        .map((fieldRow) => DraftField.strip().parse(fieldRow)),
    })),
  };
}
