import { describe, expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildTube,
  receive,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { barcode } from '#db/samples/barcode.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { accessionGroup } from './accession-group.ts';

const OTHER = { deviceId: 'device-b', actor: buildActor({ userId: 'user-other', name: 'Olga Other' }) };

describe('one tube received in two sessions', () => {
  const earlyTube = buildTube({ occurredAt: '2026-11-21T09:40:00.000Z', condition: 'LEAKING' });
  const lateTube = buildTube({ occurredAt: '2026-11-21T09:50:00.000Z', condition: 'LEAKING' });
  const sessions = [
    (world: MemoryWorld) =>
      receive(
        world,
        [earlyTube],
        { accessionGroupId: 'early', missingSpecimenIds: ['specimen-b'] },
        { occurredAt: '2026-11-21T10:00:00.000Z' },
      ),
    (world: MemoryWorld) =>
      receive(
        world,
        [lateTube],
        { accessionGroupId: 'late', missingSpecimenIds: ['specimen-b'] },
        { ...OTHER, occurredAt: '2026-11-21T11:00:00.000Z' },
      ),
  ] as const;

  test.each([
    ['in the order of the clock', sessions, earlyTube, lateTube],
    ['the other way round', [...sessions].reverse(), lateTube, earlyTube],
  ] as const)(
    'belongs to the earlier session and counts in both, %s; its first julianId stays',
    async (_name, actions, first, second) => {
      const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
      for (const action of actions) await action(world);
      expect(specimenIn(world, 'specimen-a')).toMatchObject({
        julianId: first.julianId,
        receivedAt: '2026-11-21T09:40:00.000Z',
        accessionGroupId: 'early',
      });
      expect(
        [first, second].map(
          ({ sampleBarcode }) => world.all(barcode).find(({ value }) => value === sampleBarcode)?.targetId,
        ),
      ).toEqual([first.sampleId, first.sampleId]);
      for (const id of ['early', 'late'])
        expect(world.one(accessionGroup, id)).toMatchObject({
          ...{ receivedCount: 1, quarantinedCount: 1, missingCount: 1 },
        });
      expect(world.all(discrepancy).map((one) => [one.type, one.accessionGroupId])).toEqual([
        ['LEAKING', 'early'],
        ['MISSING', 'early'],
      ]);
    },
  );

  test.each([
    ['before', [1, 0]],
    ['after', [0, 1]],
  ] as const)('resolves at its receipt the missing report that arrives %s it', async (_name, order) => {
    const world = buildReceivingWorld();
    const actions = [
      () => receive(world, [earlyTube], {}, { ...OTHER, occurredAt: '2026-11-21T10:00:00.000Z' }),
      () => receive(world, [], { accessionGroupId: 'empty', missingSpecimenIds: ['specimen-a'] }),
    ];
    for (const index of order) await actions[index]?.();
    expect(world.all(discrepancy).find(({ type }) => type === 'MISSING')).toMatchObject({
      ...{ resolution: 'LATE_ARRIVAL', resolvedById: 'user-other', resolvedAt: '2026-11-21T10:00:00.000Z' },
    });
    expect(world.one(accessionGroup, 'empty')?.missingCount).toBe(1);
  });
});
