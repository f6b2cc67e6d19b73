import { describe, expect, test } from 'vitest';
import { batchControl } from '#db/batches/batch-control.ts';
import { BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  current,
  ELUTION,
  LYSIS,
  lysed,
  record,
  section,
  sign,
} from '#db/factories/benches/section-operations.ts';
import { buildBatchControl } from '#db/factories/build-batches.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { reopenSection } from './reopen-section.ts';
import { tickStep } from './section-marks.ts';

type TestAction = (world: MemoryWorld) => Promise<unknown>;

const reopen =
  (minute: number): TestAction =>
  (world) =>
    runRule(world, reopenSection, { assignedSectionId: LYSIS, reason: 'Misread' }, by(LEA, minute));
const measure =
  (minute: number, value: string, fieldId = 'concentration', id = 's1'): TestAction =>
  (world) =>
    record(world, ELUTION, fieldId, id, value, by(BOB, minute));

/** Runs the same operations on two servers in opposite orders of arrival. */
async function bothOrders(
  actions: readonly TestAction[],
  start: () => Promise<MemoryWorld> = () => lysed(),
): Promise<MemoryWorld[]> {
  const worlds = [await start(), await start()];
  for (const [index, world] of worlds.entries())
    for (const action of index === 0 ? actions : [...actions].reverse()) await action(world);
  return worlds;
}

const sectionState = (world: MemoryWorld) => {
  const { waitsForId, waitingSince, waitingById, startedAt, startedById } = section(world, ELUTION) ?? {};
  return {
    ...{ waitsForId, waitingSince, waitingById, startedAt, startedById },
    concentration: current(world, 'concentration', 's1')?.current.value,
    mass: current(world, 'mass', 's1')?.current.value,
  };
};

describe('a value of a later section and the reopening of an earlier one', () => {
  test('waits in both orders when it was measured after the reopening', async () => {
    const [a, b] = (await bothOrders([reopen(32), measure(34, '20')])).map(sectionState);
    expect(a).toEqual(b);
    expect(a).toMatchObject({
      waitsForId: LYSIS,
      waitingSince: at(34),
      waitingById: 'bob',
      startedAt: null,
      concentration: '20',
    });
  });

  test('counts in both orders when it was measured before the reopening', async () => {
    const [a, b] = (await bothOrders([reopen(34), measure(32, '20')])).map(sectionState);
    expect(a).toEqual(b);
    expect(a).toMatchObject({ waitsForId: null, startedAt: at(32), startedById: 'bob' });
  });

  test('is held with a tick from after the reopening', async () => {
    const tick: TestAction = (world) =>
      runRule(
        world,
        tickStep,
        { assignedSectionId: ELUTION, stepId: 'step-elution', done: true },
        by(BOB, 34),
      );
    const [a, b] = (await bothOrders([reopen(32), tick])).map(sectionState);
    expect(a).toEqual(b);
    expect(a).toMatchObject({ waitsForId: LYSIS, waitingSince: at(34) });
  });

  test('leaves calculated values unchanged from before the reopening until the section is signed again', async () => {
    const measured = async () => {
      const world = await lysed();
      for (const action of [measure(31, '20'), measure(31, '48', 'volume')]) await action(world);
      return world;
    };
    const worlds = await bothOrders([reopen(32), measure(34, '30')], measured);
    for (const world of worlds) expect(sectionState(world)).toMatchObject({ waitsForId: LYSIS, mass: '960' });
    for (const world of worlds) {
      await sign(world, LYSIS, by(LEA, 40));
      expect(sectionState(world)).toMatchObject({ waitsForId: null, startedAt: at(31), mass: '1440' });
    }
  });

  test('does not fail a control before it counts', async () => {
    const controlled = async () => {
      const world = await lysed();
      const negative = { id: 'n1', controlType: 'NEGATIVE_CONTROL', plateLocation: 'C1' } as const;
      world.putRow(batchControl, buildBatchControl({ ...negative, batchId: 'batch-1', name: 'Negative' }));
      await measure(31, '0', 'concentration', 'n1')(world);
      return world;
    };
    const worlds = await bothOrders([reopen(32), measure(34, '90', 'concentration', 'n1')], controlled);
    const passed = () => worlds.map((world) => world.one(batchControl, 'n1')?.passed);
    expect(passed()).toEqual([true, true]);
    for (const world of worlds) await sign(world, LYSIS, by(LEA, 40));
    expect(passed()).toEqual([false, false]);
  });
});
