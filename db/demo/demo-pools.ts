import { type Sample, sample } from '#db/samples/sample.ts';
import { flowCellRowId } from '#db/sequencing/flow-cells/flow-cell.ts';
import { loadFlowCell } from '#db/sequencing/flow-cells/load-flow-cell.ts';
import { makePool } from '#db/sequencing/pools/make-pool.ts';
import { poolMember } from '#db/sequencing/pools/pool-member.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import type { DemoRun } from './demo-run-figures.ts';
import type { DemoWorld } from './demo-world.ts';

/** µL of each library in a pool. */
const POOLED = '8';
/** µL that are loaded on a flow cell. */
const LOADED = '12';

/** Pool the libraries of a batch; a library alone is loaded without a pool. Returns the tube to load. */
export async function poolLibraries(demo: DemoWorld, batchId: string, at: string): Promise<Sample> {
  const libraries = demo.world.select(sample, { batchId });
  const [only, second] = libraries;
  if (!only) throw new Error('A batch of the demo lab has no libraries.');
  if (!second) return only;
  const members = libraries.map(({ id }) => ({ sampleId: id, volume: POOLED }));
  await demo.perform(makePool, { batchId, members, suffixLetter: null }, 'LAB_TECH', at);
  const [member] = demo.world.select(poolMember, { batchId });
  const pool = demo.world.one(sample, member?.poolSampleId ?? '');
  if (!pool) throw new Error('A pool of the demo lab is missing.');
  return pool;
}

/** Load a tube on the flow cell of a run. */
export async function loadFor(
  demo: DemoWorld,
  batchId: string,
  { id: sampleId, sampleKind }: Sample,
  run: DemoRun,
  at: string,
): Promise<void> {
  const [device] = demo.world.select(sequencer, { serialNumber: run.sequencer.serialNumber });
  const cellId = flowCellRowId(demo.actor('LAB_TECH').lab, run.flowCellId);
  const place = { cellId, sequencerId: device?.id ?? '', positionName: run.positionName };
  const volume = sampleKind === 'POOL' ? LOADED : POOLED;
  await demo.perform(loadFlowCell, { batchId, sampleId, ...place, volume }, 'LAB_TECH', at);
}
