import { describe, expect, test } from 'vitest';
import { ANN, BOB, hashOf } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  ELUTION,
  LYSIS,
  record,
  section,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { step } from '#db/protocols/section.ts';
import { tickStep } from '#db/protocols/sections/section-marks.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { noteDeviation } from './note-deviation.ts';
import { signature } from './signature.ts';

describe('when a colleague signs the section meanwhile', () => {
  test('case 19: a tick and a deviation note that arrive after the signature are refused and stored as late entries', async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    await sign(world, LYSIS, by(ANN, 30));
    const concurrentContext = by(BOB, 31, { changedSinceSeen: async () => true });
    const [stepId = ''] = world.all(step).map((one) => one.id);
    const tick = { assignedSectionId: LYSIS, stepId, done: true };
    const rejection = { outcome: 'REJECTED', code: 'SECTION_SIGNED' };
    expect(await runRule(world, tickStep, tick, concurrentContext)).toMatchObject(rejection);
    const note = { assignedSectionId: LYSIS, note: 'Shaken, not stirred' };
    expect(await runRule(world, noteDeviation, note, concurrentContext)).toMatchObject(rejection);
    expect(section(world, LYSIS)).toMatchObject({ deviationNote: null, stepTicks: {} });
    const lateEvents = world.all(event).filter((one) => one.data['late'] === true);
    expect(lateEvents).toMatchObject([
      { targetId: LYSIS, userId: 'bob', data: { stepId, done: true } },
      { targetId: LYSIS, userId: 'bob', data: { note: 'Shaken, not stirred' } },
    ]);
  });

  test.each([
    ['in the order of the clock', false],
    ['the later one first', true],
  ])(
    'case 20: of two signatures on one record that arrive %s, the earliest completes the section',
    async (_order, reversed) => {
      const world = await startedWorld();
      await record(world, LYSIS, 'temperature', null, '56');
      const hash = await hashOf(world, LYSIS);
      const signatures = [
        () => sign(world, LYSIS, by(ANN, 30), hash),
        () => sign(world, LYSIS, by(BOB, 40), hash),
      ];
      const outcomes: string[] = [];
      for (const one of reversed ? signatures.toReversed() : signatures) outcomes.push((await one()).outcome);
      expect(outcomes).toEqual(['APPLIED', 'MERGED']);
      const completion = world.all(event).find((one) => one.id === section(world, LYSIS)?.completionEventId);
      expect(completion).toMatchObject({ userId: 'ann', occurredAt: at(30), data: { by: 'Ann' } });
      expect(world.all(signature)).toHaveLength(2);
      expect(world.all(syncConflict)).toEqual([]);
      // The completion books no stock twice: the next section begins.
      const stockDraws = world.all(event).filter((one) => one.type === 'ITEM_CONSUMED');
      expect(new Set(stockDraws.map((one) => one.targetId)).size).toBe(stockDraws.length);
      expect(await record(world, ELUTION, 'concentration', 's1', '20', by(BOB, 41))).toMatchObject({
        outcome: 'APPLIED',
      });
    },
  );
});
