import { expect, test } from 'vitest';
import { as, type Expected, received, resolve, state } from '#db/factories/benches/receiving-bench.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { event } from '#db/records/events/event.ts';
import { deleteFiles } from '#db/records/files/delete-files.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';

const CLINICAL: Expected = {
  protocol: { clinical: true },
  specimens: [
    { id: 'specimen-a', patientMrn: 'M1', physician: 'Dr. Who', collectedAt: '2026-11-20T08:00:00.000Z' },
  ],
};
const STATEMENT = {
  id: 'file-1',
  fileType: 'SPECIMEN_DOCUMENT',
  title: 'statement.pdf',
  type: 'application/pdf',
  status: 'STORED',
  scanStatus: 'CLEAN',
  targetType: 'Specimen',
  targetId: 'specimen-a',
} as const;

test.each(['WRONG_LABEL', 'UNLABELED', 'DUPLICATE_LABEL'] as const)(
  "a clinical tube that is %s cannot be relabeled without the submitter's written statement",
  async (type) => {
    const world = await received(type, CLINICAL);
    world.putRow(s3File, buildS3File(STATEMENT));
    await expect(resolve(world, 'RELABELED')).rejects.toThrow("Attach the submitter's written statement.");
    expect(state(world)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
    await resolve(world, 'RELABELED', 'LAB_CLINICAL_DIRECTOR', { statementFileId: 'file-1' });
    expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
    expect(world.all(discrepancy)[0]).toMatchObject({ resolution: 'RELABELED', statementFileId: 'file-1' });
    const loggedEvent = world.all(event).find((one) => one.type === 'SPECIMEN_DISCREPANCY_RESOLVED');
    expect(loggedEvent?.data).toMatchObject({ resolution: 'RELABELED', statementFileId: 'file-1' });
  },
);

test.each([
  ['that is not there', {}, 'file-2'],
  ['of another specimen', { targetId: 'specimen-b' }, 'file-1'],
  ['that has not arrived', { status: 'PENDING' }, 'file-1'],
  ['that was deleted', { status: 'DELETED', deleted: true }, 'file-1'],
] as const)(
  'a clinical tube cannot be relabeled with a statement %s',
  async (_case, changes, statementFileId) => {
    const world = await received('UNLABELED', CLINICAL);
    world.putRow(s3File, buildS3File({ ...STATEMENT, ...changes }));
    await expect(resolve(world, 'RELABELED', 'LAB_MANAGER', { statementFileId })).rejects.toThrow(
      'The statement is not among the files of this specimen. Attach it again.',
    );
    expect(state(world)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
  },
);

test('a statement that the virus check quarantines allows no relabeling', async () => {
  const world = await received('UNLABELED', CLINICAL);
  world.putRow(s3File, buildS3File({ ...STATEMENT, scanStatus: 'QUARANTINED' }));
  await expect(resolve(world, 'RELABELED', 'LAB_MANAGER', { statementFileId: 'file-1' })).rejects.toThrow(
    'The statement is held back by the virus check. Attach a clean copy.',
  );
});

test('a research tube is relabeled without a statement, and no other decision accepts one', async () => {
  const world = await received('WRONG_LABEL');
  await expect(resolve(world, 'REPLACE', 'LAB_MANAGER', { statementFileId: 'file-1' })).rejects.toThrow(
    'A statement belongs to relabeling only.',
  );
  await resolve(world, 'RELABELED');
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
});

test('the statement behind a relabeling cannot be deleted', async () => {
  const world = await received('UNLABELED', CLINICAL);
  world.putRow(s3File, buildS3File({ ...STATEMENT, key: 'specimen-documents/file-1' }));
  await resolve(world, 'RELABELED', 'LAB_MANAGER', { statementFileId: 'file-1' });
  const fileType = 'SPECIMEN_DOCUMENT';
  const keys = ['specimen-documents/file-1'];
  await expect(
    runRule(
      world,
      deleteFiles,
      { fileType, keys, reason: 'Tidying up' },
      { ...as('LAB_MANAGER'), deviceId: null },
    ),
  ).rejects.toThrow('A tube was relabeled on this statement: it stays with the specimen.');
});
