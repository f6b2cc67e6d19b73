import { expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildTube,
  receive,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildActor, buildContext } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { ConflictChoice, ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';

const OTHER = { deviceId: 'device-b', actor: buildActor({ userId: 'user-other', name: 'Olga Other' }) };

function decide(world: MemoryWorld, choice: ConflictChoice, value: string | null = null): Promise<void> {
  const [conflict] = world.all(syncConflict);
  const kind: ConflictKind | undefined = conflict && conflictKindNamed(conflict.kind);
  if (!kind || !conflict) throw new Error('No conflict of a known kind was opened.');
  expect(Object.keys(kind.labels)).toContain(choice);
  const context = buildContext({ actor: buildActor({ role: 'LAB_MANAGER' }) });
  const mine = ConflictVersion.parse(conflict.mine);
  const theirs = conflict.theirs === null ? null : ConflictVersion.parse(conflict.theirs);
  return world.transaction({ at: context.occurredAt, userId: 'user-manager', entity: 'WBL' }, (tx) =>
    kind.resolve(tx, context, { id: conflict.id, targetId: conflict.targetId, mine, theirs }, choice, value),
  );
}

async function twoTubes() {
  const world = buildReceivingWorld();
  const [first, second] = [buildTube(), buildTube({ scannedCode: 'OTHER-CODE' })];
  await receive(world, [first]);
  await receive(world, [second], {}, OTHER);
  return { world, first, second };
}
const states = (world: MemoryWorld) =>
  world.all(sample).map((one) => `${one.id} ${one.specimenId} ${one.status}`);

test('of two tubes with one requisition the first is confirmed: the second stays in quarantine', async () => {
  const { world, first, second } = await twoTubes();
  await decide(world, 'KEEP_A');
  expect(states(world)).toEqual([
    `${first.sampleId} specimen-a IN_QUEUE`,
    `${second.sampleId} null RECEIVED_QUARANTINED`,
  ]);
});

test('of two tubes with one requisition the second is chosen: the tubes swap roles', async () => {
  const { world, first, second } = await twoTubes();
  await decide(world, 'KEEP_B');
  expect(states(world)).toEqual([
    `${first.sampleId} null RECEIVED_QUARANTINED`,
    `${second.sampleId} specimen-a IN_QUEUE`,
  ]);
  expect(specimenIn(world, 'specimen-a')?.julianId).toBe(second.julianId);
  const open = world.all(discrepancy).filter((one) => one.resolution === 'OPEN');
  expect(open).toMatchObject([{ type: 'UNEXPECTED', sampleId: first.sampleId }]);
});

test('a new label on the second sample ends a conflict about one label on two samples', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  const first = buildTube();
  await receive(world, [first]);
  await receive(world, [
    buildTube({
      specimenId: 'specimen-b',
      julianId: first.julianId,
      sampleId: 'copy',
      sampleBarcodeId: 'copy-label',
      scannedCode: 'TUBE-B',
    }),
  ]);
  await expect(decide(world, 'ENTER_VALUE', first.sampleBarcode)).rejects.toThrow('Print a new label.');
  await decide(world, 'ENTER_VALUE', 'w26325-0999-01 ');
  expect(world.all(sample).find((one) => one.id === 'copy')?.barcode).toBe('W26325-0999-01');
  expect(world.all(barcode).find((one) => one.value === 'W26325-0999-01')).toMatchObject({
    targetId: 'copy',
    active: true,
  });
});
