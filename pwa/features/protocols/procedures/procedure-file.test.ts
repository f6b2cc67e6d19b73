import { expect, test } from 'vitest';
import { buildDraftSection, buildDraftStep, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { readProcedureFile, storePictures, writeProcedureFile } from './procedure-file.ts';

const [red, blue] = ['1'.repeat(64), '2'.repeat(64)];
const step = buildDraftStep({
  pictures: [
    { fileId: 'red-here', sha256: red, altText: 'Red' },
    { fileId: 'blue-here', sha256: blue, altText: 'Blue' },
  ],
});
const version = {
  procedure: buildProcedure({ ...buildSettings(), batchType: 'EXTRACTION' }),
  sections: [buildDraftSection({ steps: [step] })],
};

const exported = async () => {
  const text = await writeProcedureFile(shownProcedure(), async (fileId) => new Blob([fileId]));
  const { content, problem } = readProcedureFile(text, 'EXTRACTION');
  if (!content) throw new Error(problem);
  return content;
};

/** The parts that the export does not read are empty. */
const shownProcedure = (): ShownProcedure => ({
  ...version,
  names: {},
  document: null,
  draft: null,
  problems: [],
  contentHash: '0'.repeat(64),
  authorChoices: [],
  authors: [],
  versions: [],
  signatures: [],
  flows: [],
  openBatches: [],
  queuedSamples: 0,
});

test('an exported procedure carries its pictures, which the other lab stores under its own ids', async () => {
  const hashes: Record<string, string> = { 'red-here': red, 'blue-here': blue };
  const { sections, missing } = await storePictures(await exported(), async (bytes, title) => ({
    fileId: `${title}-there`,
    sha256: hashes[await bytes.text()] ?? '',
  }));
  expect(missing).toEqual([]);
  expect(sections[0]?.steps[0]?.pictures).toEqual([
    { fileId: 'Red-there', sha256: red, altText: 'Red' },
    { fileId: 'Blue-there', sha256: blue, altText: 'Blue' },
  ]);
});

test('an import names pictures that the file lacks or whose bytes were changed', async () => {
  const content = await exported();
  const { [red]: _, ...otherPictures } = content.pictures;
  const { sections, missing } = await storePictures({ ...content, pictures: otherPictures }, async () => ({
    fileId: 'there',
    sha256: '3'.repeat(64),
  }));
  expect(missing).toEqual(['Red', 'Blue']);
  expect(sections[0]?.steps[0]?.pictures.map(({ fileId }) => fileId)).toEqual(['red-here', 'blue-here']);
});
