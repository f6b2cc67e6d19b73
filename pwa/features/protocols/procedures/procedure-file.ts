import { z } from 'zod';
import {
  DraftSection,
  MAX_SECTIONS,
  ProcedureSettings,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import type { StepPicture } from '#db/protocols/section.ts';

/** A procedure as a file, to carry it to another lab; people, approvals and library links stay behind. */
const ProcedureFile = z.strictObject({
  format: z.literal('benchside-procedure'),
  formatVersion: z.literal(1),
  code: z.string().max(40),
  batchType: z.string().max(40),
  settings: ProcedureSettings,
  sections: z.array(DraftSection).max(MAX_SECTIONS),
  /** The bytes of the pictures as base64, by their hash; absent in files of before. */
  pictures: z.record(z.string(), z.base64()).default({}),
});

/** What an imported file brings into a draft. */
export type ImportedProcedure = Pick<z.infer<typeof ProcedureFile>, 'settings' | 'sections' | 'pictures'>;

const picturesOf = (sections: readonly DraftSection[]): StepPicture[] =>
  sections.flatMap(({ steps }) => steps.flatMap(({ pictures }) => pictures));

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** Write a version as the text of a file; `load` returns the bytes of a picture. */
export async function writeProcedureFile(
  { procedure, sections }: ShownProcedure,
  load: (fileId: string) => Promise<Blob>,
): Promise<string> {
  const pictures: Record<string, string> = {};
  for (const { fileId, sha256 } of picturesOf(sections))
    pictures[sha256] ??= toBase64(new Uint8Array(await (await load(fileId)).arrayBuffer()));
  return `${JSON.stringify(
    {
      format: 'benchside-procedure',
      formatVersion: 1,
      code: procedure.code,
      batchType: procedure.batchType,
      // A document belongs to the lab that stores it.
      settings: { ...settingsOf(procedure), documentFileId: null },
      sections: sections.map((section) => ({ ...section, sourceSectionId: null, sourceVersion: null })),
      pictures,
    },
    null,
    2,
  )}\n`;
}

/**
 * Store the pictures of an imported file in this lab and refer to them; a picture whose bytes are not in the
 * file stays, and the check of the draft names it.
 */
export async function storePictures(
  { sections, pictures }: Pick<ImportedProcedure, 'sections' | 'pictures'>,
  save: (bytes: Blob, title: string) => Promise<{ fileId: string; sha256: string }>,
): Promise<{ sections: DraftSection[]; missing: string[] }> {
  const storedIds = new Map<string, string>();
  const missing: string[] = [];
  for (const { sha256, altText } of picturesOf(sections)) {
    const text = pictures[sha256];
    if (storedIds.has(sha256)) continue;
    const answer =
      text === undefined
        ? null
        : await save(new Blob([fromBase64(text)], { type: 'image/jpeg' }), altText || 'picture');
    if (answer?.sha256 === sha256) storedIds.set(sha256, answer.fileId);
    else missing.push(altText || 'a picture without description');
  }
  const placedSections = sections.map((section) => ({
    ...section,
    steps: section.steps.map((step) => ({
      ...step,
      pictures: step.pictures.map((picture) => ({
        ...picture,
        fileId: storedIds.get(picture.sha256) ?? picture.fileId,
      })),
    })),
  }));
  return { sections: placedSections, missing };
}

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
  const { settings, sections, pictures } = file.data;
  return { content: { settings, sections, pictures }, problem: null };
}
