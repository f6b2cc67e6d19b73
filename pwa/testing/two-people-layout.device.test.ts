import { afterEach, describe, expect, test } from 'vitest';
import type { ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import type { TwoDevices } from './bench-world.ts';
import { openSectionBench, records } from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Case 29 of domain-lab 22: one user starts a batch, the other lays it out or cancels it, each without the
// other's change.

let lab: TwoDevices;

afterEach(() => lab.close());

const batchId = 'batch-1';
const place = (person: PersonAtBench, sampleId: string, plateLocation: string, minutesAgo: number) =>
  person.does('place-sample', { batchId, sampleId, plateLocation }, minutesAgo);
const starts = (person: PersonAtBench, wells: Record<string, string>, minutesAgo: number) => {
  const layout = Object.entries(wells).map(([wellLocation, sampleId]) => ({ wellLocation, sampleId }));
  return person.does('start-batch', { batchId, layout }, minutesAgo);
};

const stateOf = async (id: string) => {
  const { plateLocation, status, remainingVolume } = await lab.agreed('samples', id);
  return [plateLocation, status, remainingVolume];
};
const statesOf = async (ids: readonly string[]) => {
  const states: unknown[] = [];
  for (const id of ids) states.push(await stateOf(id));
  return states;
};
const IN_WORK = (well: string) => [well, 'IN_PROGRESS', '800'];
const QUEUED = [null, 'IN_QUEUE', '1000'];

/** Both are offline; the cases name who syncs first. */
const meetAfter = async (first: PersonAtBench) => {
  await first.online();
  await lab.meet();
};
const enteredValueFor = (choice: ConflictChoice) =>
  choice === 'ENTER_VALUE' ? 'Read from the plate' : undefined;
const ORDERS = [
  ['the layout', true],
  ['the start', false],
] as const;

describe.each(ORDERS)('case 29: when %s reaches the server first', (_first, layoutFirst) => {
  test.each<[ConflictChoice, unknown[]]>([
    ['KEEP_A', [QUEUED, QUEUED, IN_WORK('C5')]],
    ['KEEP_B', [QUEUED, QUEUED, IN_WORK('C5')]],
    ['ENTER_VALUE', [IN_WORK('C5'), QUEUED, QUEUED]],
  ])(
    'the pipetted layout stands, each differing tube names both users, and %s is carried out',
    async (choice, end) => {
      lab = await openSectionBench();
      await place(lab.ann, 's1', 'C5', 10);
      await place(lab.ann, 's2', 'D5', 9);
      await place(lab.bob, 's3', 'C5', 8);
      const start = await starts(lab.bob, { C5: 's3' }, 5);
      await meetAfter(layoutFirst ? lab.ann : lab.bob);
      expect(lab.bob.verdict(start)).toEqual(
        layoutFirst
          ? {
              outcome: 'CONFLICT',
              message:
                'Batch W26325-E01 is started as you laid it out. Others had W26325-0001-01, W26325-0002-01 elsewhere; a lab manager decides.',
            }
          : { outcome: 'APPLIED', message: null },
      );
      expect(await statesOf(['s1', 's2', 's3'])).toEqual([QUEUED, QUEUED, IN_WORK('C5')]);
      const conflict = await lab.conflictAbout('s1');
      const versions = [conflict['mine'], conflict['theirs']];
      expect(versions).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'Ann Archer', label: 'W26325-0001-01 in C5' }),
          expect.objectContaining({
            name: 'Bob Baker',
            label: 'Started with W26325-0003-01 in C5, without W26325-0001-01',
          }),
        ]),
      );
      expect((await lab.decides(conflict, choice, enteredValueFor(choice))).outcome).toBe('APPLIED');
      expect((await lab.decides(await lab.conflictAbout('s2'), 'KEEP_A')).outcome).toBe('APPLIED');
      expect(await statesOf(['s1', 's2', 's3'])).toEqual(end);
      expect(await lab.openConflicts()).toEqual([]);
    },
  );

  test.each<[ConflictChoice, unknown[]]>([
    ['KEEP_A', [IN_WORK('A1'), IN_WORK('B1')]],
    ['ENTER_VALUE', [IN_WORK('B1'), IN_WORK('A1')]],
  ])('swapped wells stay as pipetted, and %s is carried out', async (choice, end) => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await place(lab.ann, 's2', 'B1', 29);
    await lab.meet();
    await lab.ann.does('swap-wells', { batchId, from: 'A1', to: 'B1' }, 3);
    await starts(lab.bob, { A1: 's1', B1: 's2' }, 5);
    await meetAfter(layoutFirst ? lab.ann : lab.bob);
    expect(await statesOf(['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
    expect((await lab.decides(await lab.conflictAbout('s1'), choice, enteredValueFor(choice))).outcome).toBe(
      'APPLIED',
    );
    if (choice === 'KEEP_A') await lab.decides(await lab.conflictAbout('s2'), choice);
    expect(await statesOf(['s1', 's2'])).toEqual(end);
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('a tube removed from the plate was pipetted, and can be removed by decision', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await place(lab.ann, 's2', 'B1', 29);
    await lab.meet();
    await lab.ann.does('unplace-sample', { batchId, sampleId: 's1' }, 10);
    await starts(lab.bob, { A1: 's1', B1: 's2' }, 5);
    await meetAfter(layoutFirst ? lab.ann : lab.bob);
    expect(await statesOf(['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
    const conflict = await lab.conflictAbout('s1');
    expect((await lab.decides(conflict, 'KEEP_B')).outcome).toBe('APPLIED');
    expect(await statesOf(['s1', 's2'])).toEqual([QUEUED, IN_WORK('B1')]);
  });

  test('a differing control and DNA barcode are conflicts that can be corrected', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await lab.ann.does('set-dna-barcodes', { batchId, barcodes: [{ id: 's1', dnaBarcode: 'NB01' }] }, 29);
    await lab.meet();
    const control = { controlId: 'control-1', controlType: 'NEGATIVE_CONTROL' as const };
    await lab.ann.does('place-control', { batchId, ...control, plateLocation: 'H1' }, 10);
    await lab.ann.does('set-dna-barcodes', { batchId, barcodes: [{ id: 's1', dnaBarcode: 'NB09' }] }, 9);
    const layout = [{ wellLocation: 'A1', sampleId: 's1', dnaBarcode: 'NB01' }];
    await lab.bob.does('start-batch', { batchId, layout }, 5);
    await meetAfter(layoutFirst ? lab.ann : lab.bob);
    expect(await lab.agreed('samples', 's1')).toMatchObject({ dnaBarcode: 'NB01', plateLocation: 'A1' });
    expect((await lab.agreed('batches', batchId))['controls']).toEqual([]);
    for (const id of ['s1', 'control-1'])
      expect((await lab.decides(await lab.conflictAbout(id), 'ENTER_VALUE', 'Seen')).outcome).toBe('APPLIED');
    expect(await lab.agreed('samples', 's1')).toMatchObject({ dnaBarcode: 'NB09', remainingVolume: '800' });
    expect((await lab.agreed('batches', batchId))['controls']).toMatchObject([{ plateLocation: 'H1' }]);
  });
});

describe.each([
  ['the start', true],
  ['the cancel', false],
] as const)('case 29: a batch that is canceled as not started, when %s comes first', (_first, startFirst) => {
  test.each<[ConflictChoice, string, unknown[]]>([
    ['KEEP_A', 'IN_PROGRESS', [IN_WORK('A1'), IN_WORK('B1')]],
    ['KEEP_B', 'CANCELED', [QUEUED, QUEUED]],
  ])('continues until a manager decides, and %s leaves it %s', async (choice, status, end) => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await place(lab.ann, 's2', 'B1', 29);
    await lab.meet();
    const start = await starts(lab.bob, { A1: 's1', B1: 's2' }, 8);
    const value = await records(lab.bob, 'batch-1-lysis', 'temperature', null, '56', 7);
    const cancel = await lab.mia.does('cancel-batch', { batchId, reason: 'Wrong plate' }, 5);
    await meetAfter(startFirst ? lab.bob : lab.mia);
    expect([lab.bob.verdict(start).outcome, lab.mia.verdict(cancel).outcome]).toEqual(
      startFirst ? ['APPLIED', 'CONFLICT'] : ['CONFLICT', 'APPLIED'],
    );
    expect(lab.bob.verdict(value).outcome).toBe('APPLIED');
    expect(await statesOf(['s1', 's2'])).toEqual([IN_WORK('A1'), IN_WORK('B1')]);
    const conflict = await lab.conflictAbout(batchId);
    const names = [conflict['mine'], conflict['theirs']];
    expect(names).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Bob Baker', label: 'Started batch W26325-E01' }),
        expect.objectContaining({ name: 'Mia Manager', label: 'Canceled batch W26325-E01: Wrong plate' }),
      ]),
    );
    expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
    expect((await lab.agreed('batches', batchId))['status']).toBe(status);
    expect(await statesOf(['s1', 's2'])).toEqual(end);
  });
});

test("case 29: a first value alone starts its user's plate, and later edits are a conflict", async () => {
  lab = await openSectionBench();
  await place(lab.bob, 's1', 'A1', 30);
  await lab.meet();
  await lab.ann.does('swap-wells', { batchId, from: 'A1', to: 'B1' }, 10);
  await records(lab.bob, 'batch-1-lysis', 'temperature', null, '56', 8);
  await meetAfter(lab.ann);
  expect(await statesOf(['s1'])).toEqual([IN_WORK('A1')]);
  expect(await lab.conflictAbout('s1')).toMatchObject({ theirs: { name: 'Ann Archer' } });
});

describe.each([
  ['the layout', true],
  ['the value', false],
] as const)('case 29: a first value that names its plate, when %s comes first', (_first, layoutFirst) => {
  test('starts the plate that its user saw, and each differing tube names both', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await place(lab.ann, 's2', 'B1', 29);
    await lab.meet();
    await lab.ann.does('unplace-sample', { batchId, sampleId: 's2' }, 10);
    await place(lab.ann, 's3', 'C1', 9);
    const layout = [
      { wellLocation: 'A1', sampleId: 's1' },
      { wellLocation: 'B1', sampleId: 's2' },
    ];
    const value = await lab.bob.does(
      'record-field-value',
      {
        ...{ assignedSectionId: 'batch-1-lysis', fieldId: 'temperature', sampleId: null, value: '56' },
        ...{ inputMethod: 'TYPED', start: { batchId, layout } },
      },
      5,
    );
    await meetAfter(layoutFirst ? lab.ann : lab.bob);
    expect(lab.bob.verdict(value).outcome).toBe(layoutFirst ? 'CONFLICT' : 'APPLIED');
    expect(await statesOf(['s1', 's2', 's3'])).toEqual([IN_WORK('A1'), IN_WORK('B1'), QUEUED]);
    for (const id of ['s2', 's3'])
      expect((await lab.decides(await lab.conflictAbout(id), 'KEEP_A')).outcome).toBe('APPLIED');
    expect(await statesOf(['s1', 's2', 's3'])).toEqual([IN_WORK('A1'), IN_WORK('B1'), QUEUED]);
    expect(await lab.openConflicts()).toEqual([]);
  });
});

describe.each([
  ['the earlier', true],
  ['the later', false],
] as const)('two layouts of one plate, when %s comes first', (_first, earlierFirst) => {
  test('each tube is in its last position', async () => {
    lab = await openSectionBench();
    await place(lab.ann, 's1', 'A1', 30);
    await place(lab.ann, 's2', 'B1', 29);
    await lab.meet();
    const observedLayout = (wells: Record<string, string>) =>
      Object.entries(wells).map(([wellLocation, id]) => ({ wellLocation, kind: 'sample' as const, id }));
    const both = observedLayout({ A1: 's1', B1: 's2' });
    await lab.ann.does('swap-wells', { batchId, from: 'A1', to: 'B1', seen: both }, 10);
    await lab.bob.does(
      'swap-wells',
      { batchId, from: 'A1', to: 'D1', seen: observedLayout({ A1: 's1' }) },
      5,
    );
    await meetAfter(earlierFirst ? lab.ann : lab.bob);
    const places = [await lab.agreed('samples', 's1'), await lab.agreed('samples', 's2')];
    expect(places.map((one) => one['plateLocation'])).toEqual(['D1', 'A1']);
    expect(await lab.openConflicts()).toEqual([]);
  });
});
