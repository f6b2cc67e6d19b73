import { describe, expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, current, LYSIS, record, startedWorld } from '#db/factories/benches/section-operations.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { correctFieldValue } from './record-field-value.ts';

const CID: Actor = buildActor({ userId: 'cid', userCompanyId: 'm-cid', name: 'Cid', role: 'LAB_TECH' });

type TestAction = (world: MemoryWorld) => Promise<unknown>;

const recordsValue =
  (actor: Actor, minute: number, value: string): TestAction =>
  (world) =>
    record(world, LYSIS, 'temperature', null, value, by(actor, minute));

const corrects =
  (actor: Actor, minute: number, value: string): TestAction =>
  (world) =>
    runRule(
      world,
      correctFieldValue,
      {
        ...{ assignedSectionId: LYSIS, fieldId: 'temperature', sampleId: null, value, inputMethod: 'TYPED' },
        changeReason: 'Misread',
      },
      by(actor, minute),
    );

const open = (world: MemoryWorld) => world.all(syncConflict).filter(({ status }) => status === 'OPEN');

const decide = (world: MemoryWorld, choice: 'KEEP_A' | 'KEEP_B' | 'ENTER_VALUE', more = {}) =>
  runRule(
    world,
    resolveConflict,
    { conflictId: open(world)[0]?.id ?? '', choice, value: choice === 'ENTER_VALUE' ? '23' : null },
    by(LEA, 50, more),
  );

async function world(actions: readonly TestAction[]): Promise<MemoryWorld> {
  const startedLab = await startedWorld();
  startedLab.putRow(person, buildPerson({ id: 'm-cid', userId: 'cid', name: 'Cid' }));
  for (const action of actions) await action(startedLab);
  return startedLab;
}

/** The open conflicts as people read them, and the values that count. */
const state = (one: MemoryWorld) => {
  const currentState = current(one, 'temperature', null);
  return {
    conflicts: open(one).map(({ action, mine, theirs }) => ({ action, mine, theirs })),
    stands: [currentState?.current, ...(currentState?.differing ?? [])].map((each) => each?.value),
  };
};

const conflictNames = (one: MemoryWorld) =>
  open(one).map(({ mine, theirs }) => [Object(theirs).name, Object(mine).name]);

describe('a correction and another value of the same field', () => {
  const before = recordsValue(LEA, 1, '56');

  test.each([
    ['before', 10, 12],
    ['after', 12, 10],
  ])('name the same two people in both orders when the value came %s it', async (_, valueAt, correctedAt) => {
    const actions = [recordsValue(ANN, valueAt, '60'), corrects(BOB, correctedAt, '58')] as const;
    const [a, b] = [await world([before, ...actions]), await world([before, actions[1], actions[0]])];
    expect(state(a).stands).toEqual(state(b).stands);
    expect(conflictNames(a)).toEqual(conflictNames(b));
    expect(conflictNames(a)[0]?.toSorted()).toEqual(['Ann', 'Bob']);
    for (const choice of ['KEEP_A', 'KEEP_B'] as const) {
      const ends = [
        await world([before, ...actions, (one) => decide(one, choice)]),
        await world([before, actions[1], actions[0], (one) => decide(one, choice)]),
      ].map(state);
      expect(ends[0]).toEqual(ends[1]);
      expect(ends[0]?.conflicts).toEqual([]);
    }
  });

  test("end their conflict when the correction matches the other person's value", async () => {
    const one = await world([before, recordsValue(ANN, 10, '60'), corrects(BOB, 12, '60')]);
    expect(state(one)).toEqual({ conflicts: [], stands: ['60'] });
  });

  test('a decision without knowledge of the correction is refused', async () => {
    const one = await world([before, recordsValue(ANN, 10, '60'), corrects(BOB, 12, '58')]);
    const concurrentContext = { changedSinceSeen: async () => true };
    await expect(decide(one, 'KEEP_A', concurrentContext)).rejects.toThrow('was changed meanwhile');
    expect(state(one).stands).toEqual(['60', '58']);
  });
});

test('a correction of an unseen value is in conflict with it in both orders', async () => {
  const blind: TestAction = (one) =>
    runRule(
      one,
      correctFieldValue,
      {
        ...{ assignedSectionId: LYSIS, fieldId: 'temperature', sampleId: null, value: '58' },
        ...{ inputMethod: 'TYPED' as const, correctsId: null, changeReason: 'Misread' },
      },
      by(BOB, 12, { changedSinceSeen: async () => true }),
    );
  const [a, b] = [
    await world([recordsValue(ANN, 10, '60'), blind]),
    await world([blind, recordsValue(ANN, 10, '60')]),
  ];
  expect(conflictNames(a)).toEqual([['Ann', 'Bob']]);
  expect(state(a).stands).toEqual(['60', '58']);
  expect([conflictNames(b), state(b).stands]).toEqual([conflictNames(a), state(a).stands]);
});

test('a correction names the value that it corrects and replaces it', async () => {
  const one = await world([recordsValue(ANN, 10, '60')]);
  const correctsId = current(one, 'temperature', null)?.current.id ?? null;
  await runRule(
    one,
    correctFieldValue,
    {
      ...{ assignedSectionId: LYSIS, fieldId: 'temperature', sampleId: null, value: '58' },
      ...{ inputMethod: 'TYPED' as const, correctsId, changeReason: 'Misread' },
    },
    by(BOB, 12, { changedSinceSeen: async () => true }),
  );
  expect(state(one)).toEqual({ conflicts: [], stands: ['58'] });
});

describe('three values of one field', () => {
  const actions = [
    recordsValue(ANN, 10, '21'),
    recordsValue(BOB, 11, '22'),
    recordsValue(CID, 12, '23'),
  ] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  const arrived = (order: readonly number[], ...more: TestAction[]) =>
    world([...order.flatMap((index) => actions[index] ?? []), ...more]);

  test('are one conflict that names the two earliest people and mentions the third, in every order', async () => {
    for (const order of orders) {
      const one = await arrived(order);
      expect(conflictNames(one)).toEqual([['Ann', 'Bob']]);
      expect(open(one)[0]?.action).toBe(
        'Decide which value of Temperature is right; also recorded: 23 by Cid',
      );
      expect(state(one).stands).toEqual(['21', '22', '23']);
    }
  });

  test.each([
    ['KEEP_A', '21'],
    ['KEEP_B', '22'],
    ['ENTER_VALUE', '23'],
  ] as const)('end with one decision, %s, in every order', async (choice, value) => {
    for (const order of orders) {
      const one = await arrived(order, (each) => decide(each, choice));
      expect(state(one)).toEqual({ conflicts: [], stands: [value] });
    }
  });
});
