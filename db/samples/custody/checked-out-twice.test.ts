import { expect, test } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { checkOutSample } from './check-out-sample.ts';

test.each([
  ['KEEP_A', 'user-ann'],
  ['KEEP_B', 'user-bob'],
] as const)(
  'case 5: a typed code does not take over the custody; a person decides the holder, by %s %s',
  async (choice, holder) => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
    const typed = { sampleId: 'S1', purpose: 'QC', typed: true } as const;
    expect(await bench.perform(bench.bob, checkOutSample, typed, '10:05')).toMatchObject({
      outcome: 'CONFLICT',
      message: 'Sample S1 is checked out to Ann Archer. Scan it, or say who has it.',
    });
    expect(bench.sample('S1').custodianUserId).toBe('user-ann');
    const [openConflict] = bench.conflicts();
    expect(openConflict).toMatchObject({ theirs: { name: 'Ann Archer' }, mine: { name: 'Bob Baker' } });
    const decision = { conflictId: openConflict?.id ?? '', choice, value: null };
    await bench.perform(bench.manager, resolveConflict, decision, '11:00');
    expect(bench.sample('S1')).toMatchObject({
      custodianUserId: holder,
      checkOutPurpose: holder === 'user-bob' ? 'QC' : 'BATCH',
      storagePosition: 'A1',
    });
  },
);

test.each([
  ['scanned', false],
  ['typed', true],
])(
  'case 5: the earlier check-out, %s, that arrives after a later typed one is a conflict as well',
  async (_entry, typed) => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.ann);
    await bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC', typed: true }, '10:05');
    const earlier = { sampleId: 'S1', purpose: 'BATCH', typed } as const;
    expect(await bench.perform(bench.ann, checkOutSample, earlier, '10:00')).toMatchObject({
      outcome: 'CONFLICT',
      message: 'Sample S1 is checked out to Bob Baker. Scan it, or say who has it.',
    });
    const [openConflict] = bench.conflicts();
    expect(openConflict).toMatchObject({
      theirs: { name: 'Bob Baker', label: 'Checked out S1, typed' },
      mine: { name: 'Ann Archer', label: typed ? 'Checked out S1, typed' : 'Checked out S1' },
    });
    const decision = { conflictId: openConflict?.id ?? '', choice: 'KEEP_B' as const, value: null };
    await bench.perform(bench.manager, resolveConflict, decision, '11:00');
    expect(bench.sample('S1').custodianUserId).toBe('user-ann');
  },
);

test('case 5: a scan after a typed check-out takes over the custody, in either order of arrival', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.goOffline(bench.bob);
  await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'QC', typed: true }, '10:00');
  const scan = await bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:05');
  expect(scan.outcome).toBe('APPLIED_WITH_WARNING');
  expect(bench.sample('S1').custodianUserId).toBe('user-bob');
});
