import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { StepPicture } from '#db/protocols/section.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { procedureHash, settingsOf } from './procedure-content.ts';

const settingsOfBefore = (row: Procedure) => {
  const { trainingFromVersion: _, ...settings } = settingsOf(row);
  return settings;
};

test('a version that was signed before the setting of trainings existed has the hash that was signed', async () => {
  const row = buildProcedure({ id: 'signed-before' });
  expect(row.trainingFromVersion).toBeNull();
  const signed = await sha256(
    canonicalJson({
      act: 'sign-off-procedure',
      procedureId: row.id,
      code: row.code,
      procedureVersion: row.procedureVersion,
      batchType: row.batchType,
      settings: settingsOfBefore(row),
      sections: [],
      documentHash: null,
    }),
  );
  expect(await procedureHash(row, [], null)).toBe(signed);
  expect(await procedureHash({ ...row, trainingFromVersion: 1 }, [], null)).not.toBe(signed);
});

test('the hash covers the bytes and the description of each picture, and no picture is the hash of before', async () => {
  const row = buildProcedure({ id: 'with-picture' });
  const picture = { fileId: 'file-1', sha256: '1'.repeat(64), altText: 'The rotor' };
  const step = buildDraftStep({ id: 'step-1' });
  const section = buildDraftSection({ id: 'section-1', steps: [step] });
  const hashWith = (...pictures: StepPicture[]) =>
    procedureHash(row, [{ ...section, steps: [{ ...step, pictures }] }], null);
  const { pictures: _, ...stepOfBefore } = step;
  const signed = await sha256(
    canonicalJson({
      act: 'sign-off-procedure',
      procedureId: row.id,
      code: row.code,
      procedureVersion: row.procedureVersion,
      batchType: row.batchType,
      settings: settingsOfBefore(row),
      sections: z.array(z.json()).parse([{ ...section, steps: [stepOfBefore] }]),
      documentHash: null,
    }),
  );
  expect(await hashWith()).toBe(signed);
  const hashes = await Promise.all([
    hashWith(),
    hashWith(picture),
    hashWith({ ...picture, sha256: '2'.repeat(64) }),
    hashWith({ ...picture, altText: 'Another text' }),
    hashWith(picture, { ...picture, fileId: 'file-2' }),
    hashWith({ ...picture, fileId: 'file-2' }, picture),
  ]);
  expect(new Set(hashes).size).toBe(hashes.length);
});
