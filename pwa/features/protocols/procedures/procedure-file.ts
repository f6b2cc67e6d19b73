import { z } from 'zod';
import {
  DraftSection,
  MAX_SECTIONS,
  ProcedureSettings,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';

/** A procedure as a file, to carry it to another lab; people, approvals and library links stay behind. */
const ProcedureFile = z.strictObject({
  format: z.literal('benchside-procedure'),
  formatVersion: z.literal(1),
  code: z.string().max(40),
  batchType: z.string().max(40),
  settings: ProcedureSettings,
  sections: z.array(DraftSection).max(MAX_SECTIONS),
});

/** What an imported file brings into a draft. */
export type ImportedProcedure = Pick<z.infer<typeof ProcedureFile>, 'settings' | 'sections'>;

/** Write a version as the text of a file. */
export const writeProcedureFile = ({ procedure, sections }: ShownProcedure): string =>
  `${JSON.stringify(
    {
      format: 'benchside-procedure',
      formatVersion: 1,
      code: procedure.code,
      batchType: procedure.batchType,
      // A document belongs to the lab that stores it.
      settings: { ...settingsOf(procedure), documentFileId: null },
      sections: sections.map((section) => ({ ...section, sourceSectionId: null, sourceVersion: null })),
    },
    null,
    2,
  )}\n`;

/** Read the text of a file; returns the content, or what is wrong with the file. */
export function readProcedureFile(
  text: string,
  batchType: string,
): { content: ImportedProcedure; problem: null } | { content: null; problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { content: null, problem: 'The file is not JSON. Choose a file that was exported here.' };
  }
  const file = ProcedureFile.safeParse(json);
  if (!file.success) {
    const [issue] = file.error.issues;
    const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
    return {
      content: null,
      problem: `The file is no procedure${place}: ${issue?.message ?? 'unknown format'}`,
    };
  }
  if (file.data.batchType !== batchType)
    return { content: null, problem: 'The file is a procedure for another type of batch.' };
  return { content: { settings: file.data.settings, sections: file.data.sections }, problem: null };
}
