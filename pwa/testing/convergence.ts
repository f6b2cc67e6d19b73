import { buildBarcode } from '#db/factories/build-barcode.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { compareWithServer } from '#pwa/replica/digest.ts';
import { readPosition } from '#pwa/replica/feed-position.ts';
import { isUnsent } from '#pwa/replica/operation-document.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import type { BenchLab } from './bench-lab.ts';
import { BOXES, DEVICES, SLOTS, type Step, TUBES } from './convergence-steps.ts';
import { FailingStorage } from './failing-storage.ts';
import type { Fault } from './fault-proxy.ts';
import { openDevice, pulledDocuments, shown, syncOnce } from './simulated-device.ts';

interface Bench {
  actor: Actor;
  name: string;
  clockMs: number;
  replica: Replica;
  disk: { failsFrom: number; fails: number };
  /** What the person was told was kept. */
  told: Set<string>;
  cursor: number;
}

let runs = 0;

/** Plays one run on the real server and checks the invariants; throws at the first one that is broken. */
export async function play(lab: BenchLab, run: readonly Step[]): Promise<void> {
  const prefix = `run${runs++}`;
  await furnish(lab, prefix);
  const benches: Bench[] = [];
  for (let index = 0; index < DEVICES; index++) benches.push(await openBench(lab, prefix, index));
  try {
    for (const step of run) await take(lab, prefix, benches, step);
    await quiesce(lab, benches);
    for (const bench of benches) await checkEnd(lab, bench);
    await checkServer(lab, prefix, benches);
  } finally {
    lab.proxy.decide = () => 'none';
    for (const bench of benches) await bench.replica.close();
    await lab.database.pool.query('UPDATE device SET revoked = true, revoked_at = now() WHERE NOT revoked');
  }
}

const person = (index: number): Actor =>
  buildActor({
    userId: `user-${index}`,
    userCompanyId: `membership-${index}`,
    companyId: `company-${index}`,
    name: `Person ${index}`,
  });

/** The people of all runs. */
export async function addPeople(lab: BenchLab): Promise<void> {
  for (let index = 0; index < DEVICES; index++) await lab.addPerson(person(index));
}

async function furnish(lab: BenchLab, prefix: string): Promise<void> {
  for (const shelf of [0, 1]) {
    await lab.insert(
      storageManagement,
      buildStorageManagement({
        id: `${prefix}-shelf-${shelf}`,
        name: `${prefix} shelf ${shelf}`,
        type: 'SHELF',
        parentId: null,
      }),
    );
  }
  for (let index = 0; index < BOXES; index++) {
    await lab.insert(
      storageManagement,
      buildStorageManagement({
        id: `${prefix}-box-${index}`,
        name: `${prefix} box ${index}`,
        type: 'BOX',
        rows: 8,
        columns: 12,
        parentId: `${prefix}-shelf-0`,
      }),
    );
  }
  for (let index = 0; index < TUBES; index++) {
    const id = `${prefix}-tube-${index}`;
    await lab.insert(
      barcode,
      buildBarcode({ id: `${id}-barcode`, value: id.toUpperCase(), type: 'SAMPLE', targetId: id }),
    );
    await lab.insert(
      sample,
      buildSample({
        id,
        barcode: id.toUpperCase(),
        specimenId: null,
        barcodeId: `${id}-barcode`,
        extractionProcedureId: null,
      }),
    );
  }
}

async function openBench(lab: BenchLab, prefix: string, index: number): Promise<Bench> {
  const actor = person(index);
  const disk = { failsFrom: 0, fails: 0 };
  const bench = { actor, name: `${prefix}-${index}`, clockMs: 0, disk, told: new Set<string>(), cursor: -1 };
  const replica = await openReplicaOf(lab, bench);
  await syncOnce(replica);
  return { ...bench, replica };
}

const openReplicaOf = (lab: BenchLab, bench: Omit<Bench, 'replica'>): Promise<Replica> =>
  openDevice({
    name: bench.name,
    actor: bench.actor,
    send: lab.sendAs(bench.actor),
    now: () => Date.now() + bench.clockMs,
    requestTimeoutMs: 400,
    storage: new FailingStorage({
      fails: (collection) => {
        if (collection === 'operations' || bench.disk.fails === 0) return false;
        if (bench.disk.failsFrom-- > 0) return false;
        bench.disk.fails -= 1;
        return true;
      },
    }),
  });

async function take(lab: BenchLab, prefix: string, benches: Bench[], step: Step): Promise<void> {
  if (step.do === 'sync together') {
    lab.proxy.decide = () => step.fault;
    await Promise.all(benches.map((bench) => syncOnce(bench.replica)));
    lab.proxy.decide = () => 'none';
    for (const bench of benches) await checkCursor(bench);
    return;
  }
  const bench = benches[step.device];
  if (!bench) return;
  if (step.do === 'disk') Object.assign(bench.disk, { failsFrom: step.failsFrom, fails: step.fails });
  else if (step.do === 'restart') await restart(lab, bench, step.clockSteps);
  else if (step.do === 'sync') await contact(lab, bench, step.fault);
  else await act(bench, nameAndArgs(prefix, step));
}

function nameAndArgs(
  prefix: string,
  step: Extract<Step, { do: 'move' | 'check out' | 'move box' }>,
): [string, Record<string, unknown>] {
  if (step.do === 'check out')
    return ['check-out-sample', { sampleId: `${prefix}-tube-${step.tube}`, purpose: 'QC' }];
  if (step.do === 'move box') {
    return [
      'move-container',
      { containerId: `${prefix}-box-${step.box}`, parentId: `${prefix}-shelf-${step.shelf}`, position: null },
    ];
  }
  const position = SLOTS[step.slot] ?? null;
  return [
    'move-sample',
    { sampleId: `${prefix}-tube-${step.tube}`, containerId: `${prefix}-box-${step.box}`, position },
  ];
}

async function act(bench: Bench, [name, args]: [string, Record<string, unknown>]): Promise<void> {
  const enrolled = await bench.replica.enrolment();
  if (!enrolled) return;
  const result = await bench.replica.run(name, args);
  if (result.queued) bench.told.add(result.operationId);
  if (!result.queued || name !== 'move-sample' || result.outcome !== 'APPLIED') return;
  const seen = await shown(bench.replica, 'samples', String(args['sampleId']));
  must(
    seen?.body['storageLocationId'] === args['containerId'],
    'I8 a move is visible on the device that made it',
  );
}

/** The network fails for some requests of the round, not for all: each fault hits another call of it. */
async function contact(lab: BenchLab, bench: Bench, fault: Fault): Promise<void> {
  let requests = 0;
  lab.proxy.decide = () => (requests++ % 2 === 0 ? 'none' : fault);
  await syncOnce(bench.replica);
  lab.proxy.decide = () => fault;
  await syncOnce(bench.replica);
  lab.proxy.decide = () => 'none';
  await checkCursor(bench);
}

async function restart(lab: BenchLab, bench: Bench, clockSteps: number): Promise<void> {
  await bench.replica.close();
  bench.clockMs += clockSteps * 60_000;
  bench.replica = await openedAtLast(lab, bench);
  await checkCursor(bench);
}

/** A full disk can keep the app from opening; the person opens it again. */
async function openedAtLast(lab: BenchLab, bench: Bench, triesLeft = 5): Promise<Replica> {
  return openReplicaOf(lab, bench).catch((error: unknown) => {
    if (triesLeft === 0) throw error;
    return openedAtLast(lab, bench, triesLeft - 1);
  });
}

async function checkCursor(bench: Bench): Promise<void> {
  const cursor = (await readPosition(bench.replica.store.side))?.cursor ?? -1;
  must(cursor >= bench.cursor, `I7 the cursor of ${bench.name} went from ${bench.cursor} to ${cursor}`);
  bench.cursor = cursor;
  const kept = new Set(bench.replica.outbox.all().map(({ id }) => id));
  for (const id of bench.told) must(kept.has(id), `I1 ${id} was acknowledged and is no longer kept`);
}

/** Everything heals; then work and news must flow within a few rounds (I13). */
async function quiesce(lab: BenchLab, benches: Bench[]): Promise<void> {
  lab.proxy.decide = () => 'none';
  for (const bench of benches) Object.assign(bench.disk, { failsFrom: 0, fails: 0 });
  for (let round = 0; round < 3; round++) {
    for (const bench of benches)
      must(round < 1 || (await syncOnce(bench.replica)), 'I13 a healed device makes its round');
    if (round < 1) for (const bench of benches) await syncOnce(bench.replica);
  }
}

async function checkEnd(lab: BenchLab, bench: Bench): Promise<void> {
  const { replica } = bench;
  must(
    replica.outbox.all().every((operation) => !isUnsent(operation)),
    'I13 nothing waits any more',
  );
  must(replica.view.overlay().rows.size === 0, 'I4 nothing is shown over the pulled documents any more');
  const differ = await compareWithServer(replica.store, replica.api);
  must(
    differ?.length === 0,
    `I5 ${bench.name} differs from the server in ${differ?.join(', ') ?? 'everything'}`,
  );
  const { rows } = await lab.database.pool.query<{ id: string; n: string; outcome: string; user_id: string }>(
    'SELECT id, n::text, outcome, user_id FROM operation WHERE user_id = $1 AND id = ANY ($2)',
    [bench.actor.userId, [...bench.told]],
  );
  const verdicts = new Map(rows.map((row) => [row.id, row.outcome]));
  must(
    rows.length === bench.told.size,
    `I1 ${bench.told.size} acts were acknowledged and ${rows.length} are logged for their person`,
  );
  for (const operation of replica.outbox.all()) {
    if (!bench.told.has(operation.id)) continue;
    must(
      verdicts.get(operation.id) === operation.outcome,
      `I4 ${operation.id} is ${operation.outcome} here and ${verdicts.get(operation.id)} there`,
    );
  }
}

async function checkServer(lab: BenchLab, prefix: string, benches: Bench[]): Promise<void> {
  const { pool } = lab.database;
  const slots = await pool.query(
    `SELECT storage_location_id, storage_position FROM sample
     WHERE id LIKE $1 AND storage_position IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
    [`${prefix}-%`],
  );
  must(slots.rows.length === 0, 'I10 one sample in one slot');
  const gaps = await pool.query(
    'SELECT device_id FROM operation WHERE device_id IS NOT NULL GROUP BY 1 HAVING max(n) <> count(*)',
  );
  must(gaps.rows.length === 0, 'I3 the numbers of a device have no gap');
  const events = await pool.query(
    `SELECT data->>'operationId' AS id FROM event WHERE type = 'SAMPLE_MOVED' AND target_id LIKE $1 GROUP BY 1 HAVING count(*) > 1`,
    [`${prefix}-%`],
  );
  must(events.rows.length === 0, 'I2 no move was applied twice');
  const [first, ...others] = await Promise.all(benches.map((bench) => pulledDocuments(bench.replica)));
  for (const other of others)
    must(JSON.stringify(other) === JSON.stringify(first), 'I5 all devices hold the same documents');
}

function must(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(invariant);
}
