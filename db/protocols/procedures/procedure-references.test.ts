import { expect, test } from 'vitest';
import { openProcedureBench } from '#db/factories/benches/procedure-bench.ts';
import { buildDraftField, buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import { storeProcedureFile } from './store-procedure-file.ts';

test('references to records of another lab are named at the submission', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-01');
  const field = buildDraftField({ measurementUnitId: 'unit-elsewhere' });
  const lot = buildDraftField({
    name: 'buffer',
    label: 'Buffer',
    type: 'LOT_NUMBER',
    inventoryTypeId: 'type-elsewhere',
    min: null,
    max: null,
    decimals: null,
  });
  const picture = { fileId: 'picture-elsewhere', sha256: '0'.repeat(64), altText: 'The rotor' };
  await bench.save('user-manager', id, [
    buildDraftSection({
      sourceSectionId: 'section-elsewhere',
      steps: [buildDraftStep({ pictures: [picture], fields: [field, lot] })],
    }),
  ]);
  await expect(bench.submit('user-manager', id)).rejects.toThrow(
    'Quantification: the library section does not exist here. Measure the concentration: choose picture 1 again. Concentration: choose the unit again. Buffer: choose the inventory type again.',
  );
});

test('a picture whose stored bytes have another hash is named at the submission', async () => {
  const bench = openProcedureBench();
  const id = await bench.create('user-manager', 'SOP-NEW-02');
  const file = { fileId: 'picture-1', title: 'rotor.jpg', size: 10, sha256: '1'.repeat(64) };
  await bench.run('user-manager', storeProcedureFile, { ...file, kind: 'PICTURE' });
  const withHash = (sha256: string) => [
    buildDraftSection({
      steps: [buildDraftStep({ pictures: [{ fileId: file.fileId, sha256, altText: 'The rotor' }] })],
    }),
  ];
  await bench.save('user-manager', id, withHash('2'.repeat(64)));
  await expect(bench.submit('user-manager', id)).rejects.toThrow(
    'Measure the concentration: choose picture 1 again.',
  );
  await bench.save('user-manager', id, withHash(file.sha256));
  await expect(bench.submit('user-manager', id)).resolves.toBeDefined();
});
