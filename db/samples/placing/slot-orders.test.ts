import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { checkOutContainer } from '#db/samples/custody/check-out-sample.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { takeStock } from '#db/storage/take-stock.ts';
import { moveSample } from './move-sample.ts';

// S2 was put into A1 of the box, where S1 is: it is in the box without a position until a later change
// (domain 5.11, case 2). Concurrent changes of two people then have the same result in both orders of
// arrival.

async function openBench(): Promise<StorageBench> {
  const bench = new StorageBench();
  bench.tube('S1');
  bench.tube('S2');
  const moveArgs = (sampleId: string) => ({ sampleId, containerId: 'box', position: 'A1' });
  bench.goOffline(bench.bob);
  await bench.perform(bench.ann, moveSample, moveArgs('S1'), '08:00');
  await bench.perform(bench.bob, moveSample, moveArgs('S2'), '08:05');
  for (const hand of [bench.ann, bench.bob, bench.manager]) bench.goOffline(hand);
  return bench;
}

type TestAction = (bench: StorageBench, time: string) => Promise<unknown>;
const decides: TestAction = (bench, time) => {
  const [conflict] = bench.conflicts();
  const args = { conflictId: conflict?.id ?? '', choice: 'KEEP_B' as const, value: null };
  return bench.perform(bench.manager, resolveConflict, args, time);
};
const scans: TestAction = (bench, time) => {
  const rows = [{ position: 'A1', barcode: 'S1', read: 'OK' as const }];
  return bench.perform(bench.ann, scanContainer, { containerId: 'box', bulkId: 'scan', rows }, time);
};
const counts: TestAction = (bench, time) => {
  const foundTubes = [{ barcode: 'S2', decision: 'HERE' as const }];
  return bench.perform(
    bench.bob,
    takeStock,
    { containerId: 'box', bulkId: 'count', found: foundTubes, missing: [] },
    time,
  );
};
const takesOut: TestAction = (bench, time) =>
  bench.perform(bench.ann, checkOutContainer, { containerId: 'box', purpose: 'QC' }, time);

const stateOf = (bench: StorageBench): string[] => [
  ...['S1', 'S2'].map((id) => bench.describePlace(id)),
  ...bench.conflicts().map(({ status }) => status),
];

describe.each([
  ['in the order of the clock', false],
  ['the later one first', true],
])('when the changes of two people to two tubes in one position arrive %s', (_order, reversed) => {
  const arrive = async (earlier: TestAction, later: TestAction): Promise<string[]> => {
    const bench = await openBench();
    const actions = [() => earlier(bench, '10:00'), () => later(bench, '10:05')];
    for (const action of reversed ? actions.toReversed() : actions) await action();
    return stateOf(bench);
  };

  it('a scan of the box after the decision overrides the decision', async () => {
    expect(await arrive(decides, scans)).toEqual(['box, A1', 'box, -']);
  });

  it('a decision after a scan of the box overrides the scan', async () => {
    expect(await arrive(scans, decides)).toEqual(['box, -', 'box, A1']);
  });

  it.each([
    ['before a scan', counts, scans],
    ['after a scan', scans, counts],
    ['before the box is taken out', counts, takesOut],
    ['after the box was taken out', takesOut, counts],
  ] as const)('a tube that is counted without its position %s still lacks one', async (_, one, other) => {
    expect(await arrive(one, other)).toEqual(['box, A1', 'box, -', 'OPEN']);
  });
});

it('the conflict about a position ends when the tube is put into another container', async () => {
  const bench = await openBench();
  const to = { sampleId: 'S2', containerId: 'box-13', position: 'C3' };
  await bench.perform(bench.ann, moveSample, to, '10:00');
  expect(stateOf(bench)).toEqual(['box, A1', 'box-13, C3']);
});
