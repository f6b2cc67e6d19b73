import { expect, test } from 'vitest';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { procedureHash, settingsOf } from './procedure-content.ts';

test('a version that was signed before the setting of trainings existed has the hash that was signed', async () => {
  const row = buildProcedure({ id: 'signed-before' });
  const { trainingFromVersion, ...settings } = settingsOf(row);
  expect(trainingFromVersion).toBeNull();
  const signed = await sha256(
    canonicalJson({
      act: 'sign-off-procedure',
      procedureId: row.id,
      code: row.code,
      procedureVersion: row.procedureVersion,
      batchType: row.batchType,
      settings,
      sections: [],
      documentHash: null,
    }),
  );
  expect(await procedureHash(row, [], null)).toBe(signed);
  expect(await procedureHash({ ...row, trainingFromVersion: 1 }, [], null)).not.toBe(signed);
});
