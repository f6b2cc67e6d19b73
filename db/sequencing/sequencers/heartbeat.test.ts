import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildSequencer } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordHeartbeat, setSilentOffline } from './heartbeat.ts';
import { changeSequencerStatus } from './manage-sequencers.ts';
import { type Sequencer, sequencer } from './sequencer.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const minutesAgo = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const ONLINE = { deviceId: null, actor: LEA, occurredAt: NOW };

function worldOf(overrides: Partial<Sequencer>) {
  const world = buildBatchWorld();
  world.putRow(sequencer, buildSequencer({ id: 'seq-a', ...overrides }));
  return world;
}

type World = ReturnType<typeof worldOf>;
const show = (world: World) => {
  const [row] = world.all(sequencer);
  return [row?.status, row?.lastHeartbeatAt];
};
const beat = (world: World, at: string | null = null) =>
  runRule(world, recordHeartbeat, { sequencerId: 'seq-a', at }, ONLINE);

/** The job as an operation, so that it runs in the world of a test. */
const checkSilence = defineOperation({
  name: 'check-silence',
  version: 1,
  kind: 'fact',
  title: 'Check silence',
  grant: 'lab/sequencers:update',
  args: z.strictObject({}),
  subjects: () => [],
  async run(tx, _, context) {
    await setSilentOffline(tx, context, await tx.find(sequencer, {}));
    return applied;
  },
});
const check = (world: World) => runRule(world, checkSilence, {}, ONLINE);

describe('a sign of life', () => {
  test('is recorded and never moves back', async () => {
    const world = worldOf({ lastHeartbeatAt: minutesAgo(5) });
    await beat(world, minutesAgo(7));
    expect(show(world)).toEqual(['ACTIVE', minutesAgo(5)]);
    await beat(world, minutesAgo(2));
    expect(show(world)).toEqual(['ACTIVE', minutesAgo(2)]);
    await beat(world);
    expect(show(world)).toEqual(['ACTIVE', NOW]);
  });

  test('in the future is refused', async () => {
    const world = worldOf({});
    await expect(beat(world, minutesAgo(-30))).rejects.toThrow(/Set the clock/);
    expect(show(world)).toEqual(['ACTIVE', null]);
  });

  test('of an unknown sequencer is not found', async () => {
    const world = worldOf({ deleted: true });
    await expect(beat(world)).rejects.toThrow(/not found|does not exist/i);
  });
});

describe('a silent sequencer', () => {
  test('is offline after ten minutes and active after its next sign of life', async () => {
    const world = worldOf({ lastHeartbeatAt: minutesAgo(10) });
    await check(world);
    expect(show(world)).toEqual(['OFFLINE', minutesAgo(10)]);
    await beat(world, minutesAgo(10));
    expect(show(world)[0]).toBe('OFFLINE');
    await beat(world);
    expect(show(world)).toEqual(['ACTIVE', NOW]);
  });

  test.each([
    ['seen nine minutes ago', { lastHeartbeatAt: minutesAgo(9) }, 'ACTIVE'],
    ['never seen', { lastHeartbeatAt: null }, 'ACTIVE'],
    ['in maintenance', { lastHeartbeatAt: minutesAgo(60), status: 'MAINTENANCE' }, 'MAINTENANCE'],
    ['retired', { lastHeartbeatAt: minutesAgo(60), status: 'RETIRED' }, 'RETIRED'],
  ] as const)('%s keeps its status', async (_, overrides, status) => {
    const world = worldOf(overrides);
    await check(world);
    expect(show(world)[0]).toBe(status);
  });

  test('that a person set offline or into maintenance stays so after a sign of life', async () => {
    const world = worldOf({});
    for (const status of ['OFFLINE', 'MAINTENANCE'] as const) {
      await runRule(world, changeSequencerStatus, { sequencerId: 'seq-a', status, reason: 'Moved' }, ONLINE);
      await beat(world);
      expect(show(world)[0]).toBe(status);
    }
  });
});
