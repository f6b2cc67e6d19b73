import type { Actor } from '#db/operation.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import { compareWithServer } from '#pwa/replica/store/stored-documents.ts';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import type { BenchLab, ServedLab } from './bench-lab.ts';
import type { ChaosDevice } from './chaos-device.ts';
import { type LabState, replayDiffers } from './convergence-replay.ts';
import { LAST } from './convergence-steps.ts';
import { pulledDocuments } from './simulated-device.ts';

/** What the checks need of a run: the lab, its devices and its history. */
export interface CheckedRun {
  lab: Pick<ServedLab, 'database'>;
  devices: ChaosDevice[];
  people: Actor[];
  start: LabState;
  startHead: number;
  /** Revisions of online pages and administrators, besides the operations. */
  onlineRevs: number;
  evicted: boolean;
  revoked: boolean;
}

/** The state of a run on a lab that fails in every way. */
export interface Run extends CheckedRun {
  lab: BenchLab;
  backup: { onlineRevs: number } | null;
}

/** Read the head of the lab's feed. */
export async function headOf(lab: CheckedRun['lab']): Promise<number> {
  const { rows } = await lab.database.pool.query<{ rev: number }>(
    `SELECT rev FROM sync_head WHERE lab = 'WBL'`,
  );
  return Number(rows[0]?.rev);
}

/** Throw the broken invariant. */
export function must(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(invariant);
}

/**
 * Check that the cursor never decreases within one generation, acknowledged work is stored, and no frame
 * flickered.
 */
export async function checkCursor(device: ChaosDevice): Promise<void> {
  // A full disk prevented the store from reopening; the next round tries once more.
  if (!device.replica.store.side.isOpen()) return;
  const { generation, cursor } = (await readPosition(device.replica.store.side)) ?? {
    generation: '',
    cursor: -1,
  };
  const back = generation === device.position.generation && cursor < device.position.cursor;
  must(!back, `I7 the cursor of ${device.name} went from ${device.position.cursor} to ${cursor}`);
  device.position = { generation, cursor };
  const outboxIds = new Set(device.replica.outbox.all().map(({ id }) => id));
  for (const id of device.acknowledged)
    must(outboxIds.has(id), `I1 ${id} was acknowledged and is no longer kept`);
  const flicker = await device.frames.problem();
  must(flicker === null, flicker ?? '');
}

/** List all documents that the server would send to this user now. */
async function serverDocuments(
  device: ChaosDevice,
): Promise<{ generation: string; documents: Map<string, FeedDocument> }> {
  const documents = new Map<string, FeedDocument>();
  let after: string | null = null;
  for (;;) {
    const page = await device.replica.api.snapshot(after, 1000);
    for (const one of page.documents) documents.set(`${one.collection}|${one.id}`, one);
    if (!page.more) return { generation: page.generation, documents };
    after = page.after;
  }
}

/** Check at the device's revision: it has exactly the documents unchanged since, and none from later (I6). */
export async function checkPrefix(run: CheckedRun, device: ChaosDevice): Promise<void> {
  if (!device.replica.store.side.isOpen()) return;
  const position = await readPosition(device.replica.store.side);
  const index = run.devices.indexOf(device);
  if (!position || (run.revoked && index === LAST)) return;
  const { generation, documents } = await serverDocuments(device);
  if (generation !== position.generation) return;
  const pulled = new Map(
    (await pulledDocuments(device.replica)).map((one) => [`${one.collection}|${one.id}`, one]),
  );
  for (const [key, serverDocument] of documents) {
    if (serverDocument.rev > position.cursor || serverDocument.collection === 'operations') continue;
    const localDocument = pulled.get(key);
    // The next comparison repairs a collection that the browser evicted.
    if (!localDocument && run.evicted) continue;
    must(
      localDocument?.rev === serverDocument.rev,
      `I6 ${key} has rev ${serverDocument.rev} and is ${localDocument?.rev} at cursor ${position.cursor}`,
    );
    must(
      JSON.stringify(localDocument?.body) === JSON.stringify(serverDocument.body),
      `I6 ${key} differs at cursor ${position.cursor}`,
    );
  }
}

/**
 * Check that a living device has the server's documents for its user, each operation has one verdict, and
 * none waits.
 */
export async function checkEnd(run: CheckedRun, device: ChaosDevice): Promise<void> {
  await checkCursor(device);
  const { replica } = device;
  await checkLog(run, device);
  if (run.revoked && run.devices.indexOf(device) === LAST) return;
  must(
    replica.outbox.all().every((operation) => !isUnsent(operation)),
    'I13 nothing waits any more',
  );
  must(replica.view.overlay().rows.size === 0, 'I4 nothing is shown over the pulled documents any more');
  const differ = await compareWithServer(replica.store, replica.api);
  must(
    differ?.length === 0,
    `I5 ${device.name} differs from the server in ${differ?.join(', ') ?? 'everything'}`,
  );
  const { documents } = await serverDocuments(device);
  const models = [...documents.values()].filter((one) => one.collection !== 'operations');
  const pulled = await pulledDocuments(replica);
  must(
    pulled.length === models.length,
    `I9 ${device.name} has ${pulled.length} documents of ${models.length} in scope`,
  );
  for (const one of pulled) {
    const serverDocument = documents.get(`${one.collection}|${one.id}`);
    must(
      serverDocument !== undefined,
      `I9 ${one.collection} ${one.id} is out of scope and on ${device.name}`,
    );
    must(
      JSON.stringify(serverDocument?.body) === JSON.stringify(one.body),
      `I5 ${one.collection} ${one.id} differs`,
    );
  }
}

interface Logged {
  id: string;
  outcome: string;
  code: string | null;
  message: string | null;
  args: string;
}

/**
 * Check that the log has every acknowledged operation once, with one verdict and readable (I1, I4, I11, I12).
 */
async function checkLog(run: CheckedRun, device: ChaosDevice): Promise<void> {
  const { rows } = await run.lab.database.pool.query<Logged>(
    'SELECT id, outcome, code, message, args FROM operation WHERE user_id = $1 AND id = ANY ($2) AND NOT repeated',
    [device.actor.userId, [...device.acknowledged]],
  );
  const logged = new Map(rows.map((row) => [row.id, row]));
  const ownOperations = device.replica.outbox.all().filter(({ id }) => device.acknowledged.has(id));
  const unsent = ownOperations.filter(isUnsent).length;
  must(rows.length === logged.size, 'I2 each act is logged once');
  must(
    logged.size + unsent >= device.acknowledged.size && (unsent === 0 || run.revoked),
    `I1 ${device.acknowledged.size} acts were acknowledged, ${logged.size} are logged and ${unsent} wait`,
  );
  for (const operation of ownOperations) {
    if (isUnsent(operation)) continue;
    const serverDocument = logged.get(operation.id);
    for (const part of ['outcome', 'code', 'message'] as const)
      must(
        serverDocument?.[part] === operation[part],
        `I4 ${operation.id} is ${operation[part]} here and ${serverDocument?.[part]} there`,
      );
    const same =
      JSON.stringify(JSON.parse(serverDocument?.args ?? 'null')) === JSON.stringify(operation.args);
    must(same, `I12 what ${operation.name} was done with can no longer be read`);
  }
}

/** Check that a revoked device is told to wipe: the server sends it no documents any more. */
export async function checkRevoked(run: Run): Promise<void> {
  const device = run.devices[LAST];
  if (!device) return;
  must(
    !(await device.replica.cycle.run().then(
      () => true,
      () => false,
    )),
    'I9 a revoked device is given nothing',
  );
}

/** Check the invariants of the tables. */
export async function checkServer(run: CheckedRun): Promise<void> {
  const { pool } = run.lab.database;
  const none = async (text: string, invariant: string) => {
    const { rows } = await pool.query(text);
    must(rows.length === 0, `${invariant}: ${JSON.stringify(rows[0])}`);
  };
  await none(
    `SELECT storage_location_id, storage_position FROM sample WHERE NOT deleted
     AND storage_location_id IS NOT NULL AND storage_position IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
    'I10 one sample in one slot',
  );
  await none(
    `SELECT batch_id, plate_location FROM sample WHERE NOT deleted
     AND batch_id IS NOT NULL AND plate_location IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
    'I10 one sample in one well',
  );
  await none(
    `SELECT id, remaining_volume FROM sample WHERE remaining_volume < 0`,
    'I10 no volume is below zero',
  );
  await none(
    `SELECT v.id FROM field_value v JOIN signature s ON s.target_id = v.assigned_section_id AND s.type = 'SIGNED'
     WHERE NOT v.late AND pg_xact_commit_timestamp(v.xmin) > pg_xact_commit_timestamp(s.xmin)`,
    'I10 what was signed takes no more values',
  );
  await none(
    'SELECT device_id FROM operation GROUP BY 1 HAVING max(n) <> count(*)',
    'I3 the numbers of a device have no gap',
  );
  await none(
    `SELECT id FROM operation WHERE NOT repeated GROUP BY 1 HAVING count(*) > 1`,
    'I2 no operation was judged twice',
  );
  await none(
    `SELECT a.id FROM operation a JOIN operation b ON a.device_id = b.device_id AND a.n < b.n AND a.rev >= b.rev`,
    'I3 the work of a device was done in its order',
  );
  await none(
    `SELECT rev FROM (SELECT rev, committed, max(committed) OVER (PARTITION BY entity ORDER BY rev) AS latest
       FROM (SELECT entity, rev, pg_xact_commit_timestamp(xmin) AS committed FROM operation) AS written) AS ordered
     WHERE committed < latest`,
    'I14 revisions are in the order of the commits',
  );
  const operations = await pool.query<{ n: number; revs: number; last: number }>(
    'SELECT count(*) AS n, count(DISTINCT rev) AS revs FROM operation',
  );
  const { n, revs } = operations.rows[0] ?? { n: -1, revs: -2 };
  must(Number(n) === Number(revs), 'I14 each operation has a revision of its own');
  const revisionCount = (await headOf(run.lab)) - run.startHead;
  must(
    revisionCount === Number(n) + run.onlineRevs,
    `I14 ${revisionCount} revisions were taken by ${n} operations and ${run.onlineRevs} others`,
  );
  const differs = await replayDiffers(pool, run.start, run.people);
  must(differs === null, differs ?? '');
}
