import { expect, test } from 'vitest';
import { LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildBatchResult, buildSequencer } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { batchResult } from '../runs/batch-result.ts';
import { addSequencer, changeSequencerStatus, editSequencer } from './manage-sequencers.ts';
import { SEQUENCER_MODEL_FACTS, sequencer } from './sequencer.ts';

const ONLINE = { deviceId: null, actor: LEA };
const form = { name: 'P24', model: 'PROMETHION_24', serialNumber: 'PC24B148', hostName: null } as const;

const add = (world: MemoryWorld, sequencerId: string, changes: object = {}) =>
  runRule(world, addSequencer, { sequencerId, form: { ...form, ...changes } }, ONLINE);
const changeStatus = (world: MemoryWorld, status: 'ACTIVE' | 'OFFLINE' | 'MAINTENANCE' | 'RETIRED') =>
  runRule(world, changeSequencerStatus, { sequencerId: 'a', status, reason: 'Service' }, ONLINE);

test('the model gives the positions; the only one has the serial number as its name', async () => {
  const world = new MemoryWorld();
  await add(world, 'a');
  await add(world, 'b', { model: 'MK1D', serialNumber: 'MN44012' });
  const positions = Object.fromEntries(world.all(sequencer).map((row) => [row.id, row.positions]));
  expect(positions['a']).toHaveLength(24);
  expect(positions['a']?.slice(0, 2)).toEqual(['1A', '1B']);
  expect(positions['a']?.at(-1)).toBe('3H');
  expect(positions['b']).toEqual(['MN44012']);
  expect(SEQUENCER_MODEL_FACTS.PROMETHION_48.positions.at(-1)).toBe('6H');
});

test('a serial number belongs to one sequencer', async () => {
  const world = new MemoryWorld();
  await add(world, 'a');
  await expect(add(world, 'b')).rejects.toThrow(/serial number PC24B148 exists already/);
});

test('a sequencer with runs keeps its serial number', async () => {
  const world = new MemoryWorld();
  world.putRow(sequencer, buildSequencer({ id: 'a' }));
  world.putRow(batchResult, buildBatchResult({ sequencerId: 'a' }));
  const edit = (changes: object) =>
    runRule(world, editSequencer, { sequencerId: 'a', form: { ...form, ...changes } }, ONLINE);
  await expect(edit({ serialNumber: 'OTHER' })).rejects.toThrow(/has runs under its serial number/);
  await edit({ name: 'P24 left' });
  expect(world.one(sequencer, 'a')?.name).toBe('P24 left');
});

test('a retired sequencer stays retired, and one with a run in progress is not retired', async () => {
  const world = new MemoryWorld();
  world.putRow(sequencer, buildSequencer({ id: 'a' }));
  world.putRow(batchResult, buildBatchResult({ id: 'r', sequencerId: 'a', runStatus: 'IN_PROGRESS' }));
  await expect(changeStatus(world, 'RETIRED')).rejects.toThrow(/1 runs of PromethION 24 are in progress/);
  await changeStatus(world, 'MAINTENANCE');
  world.putRow(batchResult, buildBatchResult({ id: 'r', sequencerId: 'a' }));
  await changeStatus(world, 'RETIRED');
  await expect(changeStatus(world, 'ACTIVE')).rejects.toThrow(/Cannot change status from Retired to Active/);
});
