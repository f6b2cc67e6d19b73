import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { recordRunLife, setSilentSequencersOffline } from './heartbeats.ts';

let lab: DemoServer;
let id = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows(`SELECT id FROM sequencer WHERE status = 'ACTIVE' AND entity = 'WBL' LIMIT 1`);
  id = String(row?.['id']);
});
afterAll(() => lab.close());

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): Date => new Date(lab.services.now().getTime() - minutes * MINUTE_MS);
const send = (body: object, caller: Caller = 'LAB_MANAGER') =>
  lab.call(caller, 'post', `/api/lab/sequencers/${id}/heartbeat`, body);
const show = async () => {
  const [row] = await lab.rows<{ status: string; at: Date }>(
    'SELECT status, last_heartbeat_at AS at FROM sequencer WHERE id = $1',
    [id],
  );
  return row;
};

test('a sequencer goes offline ten minutes after its last sign of life, and comes back with the next', async () => {
  expect(await setSilentSequencersOffline(lab.services)).toBe(0);
  expect((await send({ at: minutesAgo(11).toISOString() })).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await setSilentSequencersOffline(lab.services)).toBe(1);
  expect(await show()).toMatchObject({ status: 'OFFLINE' });
  expect(await setSilentSequencersOffline(lab.services)).toBe(0);
  await send({});
  expect(await show()).toMatchObject({ status: 'ACTIVE' });
});

test('people who may not change sequencers send no sign of life', async () => {
  expect((await send({}, 'LAB_TECH')).status).toBe(403);
  expect((await send({ at: 'yesterday' })).status).toBe(422);
});

test('files of a run that is in progress are a sign of life of its sequencer', async () => {
  await lab.rows(`UPDATE sequencer SET last_heartbeat_at = NULL WHERE id = $1`, [id]);
  await lab.rows(
    `UPDATE batch_result SET sequencer_id = $1, flow_cell_id = 'PBE19507' WHERE run_status = 'IN_PROGRESS'`,
    [id],
  );
  await recordRunLife(lab.services, null, minutesAgo(3));
  await recordRunLife(lab.services, 'PAO00000', minutesAgo(3));
  expect((await show())?.at).toBeNull();
  const at = minutesAgo(3);
  await recordRunLife(lab.services, 'PBE19507', at);
  expect((await show())?.at).toEqual(at);
  await recordRunLife(lab.services, 'PBE19507', minutesAgo(5));
  expect((await show())?.at).toEqual(at);
});
