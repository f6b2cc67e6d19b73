import { expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { disposeSamples, sendSamplesToClient } from './dispose-samples.ts';

const END = { sampleIds: ['S1'], reason: 'Leftover', reviewerUserId: null, reviewerProof: null };

function openBench(): StorageBench {
  const bench = new StorageBench();
  const completedAt = '2026-01-10T08:00:00.000Z';
  const finishedFields = { status: 'COMPLETED', completedAt } as const;
  bench.world.putRow(order, buildOrder({ id: 'order-1', postSequenceOption: 'SHIP', ...finishedFields }));
  bench.world.putRow(specimen, buildSpecimen({ id: 'specimen-1', orderId: 'order-1', ...finishedFields }));
  const back = { orderId: 'order-1', direction: 'RETURN', status: 'IN_TRANSIT' } as const;
  bench.world.putRow(shipment, buildShipment(back));
  const volumes = { remainingVolume: '800', initialVolume: '1000' };
  const place = { storageLocationId: 'box', storagePosition: 'A1' };
  bench.tube('S1', { specimenId: 'specimen-1', status: 'COMPLETED', ...place, ...volumes });
  for (const hand of [bench.ann, bench.bob, bench.manager]) bench.goOffline(hand);
  return bench;
}

const disposes = (bench: StorageBench) =>
  bench.perform(bench.ann, disposeSamples, { bulkId: 'disposed', ...END }, '10:00');
const sends = (bench: StorageBench) =>
  bench.perform(bench.bob, sendSamplesToClient, { bulkId: 'sent', ...END }, '10:05');
const ORDERS = [
  ['disposal first', [disposes, sends]],
  ['sending first', [sends, disposes]],
] as const;

const decide = (bench: StorageBench, kind: string, choice: 'KEEP_A' | 'KEEP_B') => {
  const conflict = bench.conflicts().find((one) => one.kind === kind);
  const args = { conflictId: conflict?.id ?? '', choice, value: null };
  return bench.perform(bench.manager, resolveConflict, args, '11:00');
};

it.each(ORDERS)(
  'a tube that was disposed of and sent away is frozen until decided: %s',
  async (_, actions) => {
    const bench = openBench();
    const [first, second] = actions;
    expect((await first(bench)).outcome).toBe('APPLIED');
    expect(await second(bench)).toMatchObject({ outcome: 'CONFLICT', code: 'ENDED_TWICE' });
    expect(bench.conflicts()).toMatchObject([
      { kind: 'ended-twice', theirs: { name: 'Ann Archer' }, mine: { name: 'Bob Baker' } },
    ]);
    const out = { sampleId: 'S1', purpose: 'QC' as const };
    const online = { ...bench.ann, deviceId: null, knownVersions: null };
    await expect(bench.perform(online, checkOutSample, out, '10:30')).rejects.toThrow(
      'Sample S1 is frozen until a manager says how it left the lab.',
    );
  },
);

it.each(
  ORDERS.flatMap(([name, actions]) => [
    [name, 'KEEP_A', 'disposed, -', actions] as const,
    [name, 'KEEP_B', 'sent, -', actions] as const,
  ]),
)('after %s the decision %s leaves the tube in “%s”', async (_, choice, ends, actions) => {
  const bench = openBench();
  for (const action of actions) await action(bench);
  await decide(bench, 'ended-twice', choice);
  expect(bench.describePlace('S1')).toBe(ends);
  expect(bench.conflicts()).toEqual([]);
});

it.each(ORDERS)('a used tube returns with its volume after a disputed end: %s', async (_, actions) => {
  const bench = openBench();
  for (const action of actions) await action(bench);
  await bench.perform(bench.manager, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:30');
  expect(
    bench
      .conflicts()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['disposed-and-used', 'ended-twice']);
  await decide(bench, 'disposed-and-used', 'KEEP_B');
  expect(bench.describePlace('S1')).toBe('box, A1');
  expect(bench.sample('S1')).toMatchObject({ remainingVolume: '800', custodianUserId: 'user-mia' });
  expect(bench.conflicts()).toEqual([]);
});

it.each(ORDERS)('a withheld use can revoke a decided end: %s', async (_, actions) => {
  const bench = openBench();
  for (const action of actions) await action(bench);
  await bench.perform(bench.manager, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:30');
  await decide(bench, 'ended-twice', 'KEEP_A');
  await decide(bench, 'disposed-and-used', 'KEEP_B');
  expect(bench.describePlace('S1')).toBe('box, A1');
  expect(bench.sample('S1').remainingVolume).toBe('800');
});
