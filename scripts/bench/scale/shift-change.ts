import { moveOf } from '#scripts/bench/engine-lab.ts';
import { type FigureRow, ms } from '#scripts/bench/figure.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { openFloor, type Target } from './connected-devices.ts';
import { openFleet } from './device-fleet.ts';
import {
  changeTubes,
  openScaleLab,
  type ProcessorUse,
  percentOfCore,
  readHead,
  recordRevision,
  type ScaleSizes,
  until,
} from './scale-lab.ts';

interface ShiftResult {
  seconds: number;
  /** Seconds until the last operation was accepted. */
  sentSeconds: number;
  refusedRequests: number;
  megabytes: number;
  use: ProcessorUse;
}

async function comeBack(
  target: Target,
  sizes: ScaleSizes,
  change: () => Promise<void>,
): Promise<ShiftResult> {
  const { shiftDevices, shiftOperations, processes } = sizes;
  const connection = target.connections[0];
  if (!connection) throw new Error('There is no session.');
  const fleet = await openFleet(target.connections, { devices: shiftDevices, processes });
  try {
    await change();
    const before = await fleet.counts();
    const start = performance.now();
    let sentSeconds = 0;
    const use = await target.measure(async () => {
      await fleet.comeBack(0, shiftOperations);
      sentSeconds = (performance.now() - start) / 1_000;
      const head = await readHead(connection);
      await until(async () => (await fleet.counts()).cursors.every((cursor) => cursor >= head), 600_000);
    });
    const after = await fleet.counts();
    return {
      seconds: use.wall / 1_000,
      sentSeconds,
      refusedRequests: after.refusedRequests - before.refusedRequests,
      megabytes: (after.bytes - before.bytes) / 1e6,
      use,
    };
  } finally {
    await fleet.end();
  }
}

/** Many devices that come back at the same time, each with work to send and changes to fetch. */
export async function measureShiftChange(stage: Stage, sizes: ScaleSizes): Promise<FigureRow[]> {
  const { shiftDevices, shiftOperations, shiftChanges } = sizes;
  const tubes = Math.max(shiftChanges, shiftDevices * shiftOperations) + 10;
  const results: ShiftResult[] = [];
  let document = '';
  for (const processes of [1, 2]) {
    const lab = await openScaleLab(stage, `scale_shift_${processes}`, { tubes, processes });
    try {
      document = await recordRevision(lab, [moveOf(tubes - 1)]);
      results.push(await comeBack(lab, sizes, () => changeTubes(lab.pool, shiftChanges, 10)));
    } finally {
      await lab.stop();
    }
  }
  const bareTarget = await openFloor(document);
  const url = bareTarget.connections[0]?.url;
  const floor = await comeBack(bareTarget, sizes, async () => {
    await (await fetch(`${url}/advance?revisions=${shiftChanges}`)).json();
  }).finally(() => bareTarget.stop());
  return results.map((result, k) => ({
    what: `shift change: ${shiftDevices} devices, each ${shiftOperations} operations up and ${shiftChanges.toLocaleString('en')} changes down, ${k + 1} server process${k === 0 ? '' : 'es'}`,
    measured: `${result.seconds.toFixed(1)} s, ${result.refusedRequests} requests refused`,
    floor: `${floor.seconds.toFixed(1)} s bare server`,
    ratio: floor.seconds / result.seconds,
    target: '0 refused',
    pass: result.refusedRequests === 0,
    note: `all operations accepted and first pull done after ${result.sentSeconds.toFixed(1)} s; ${Math.round(result.megabytes)} MB sent (floor ${Math.round(floor.megabytes)} MB); server ${percentOfCore(result.use.node, result.use.wall)}, Postgres ${percentOfCore(result.use.postgres, result.use.wall)} of a core; for each device ${ms(result.use.node / shiftDevices)} + ${ms(result.use.postgres / shiftDevices)}, floor ${ms(floor.use.node / shiftDevices)}.`,
  }));
}
