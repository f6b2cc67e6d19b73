import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountLab, type Browser, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const TECH = 'lab-tech@wbl.example';
let handheld: Browser;
let workstation: Browser;
let manager: Browser;
let deviceId = '';

const enroll = async (browser: Browser, name: string): Promise<string> =>
  (await browser.post('/api/sync/devices').send({ name }).expect(200)).body.deviceId;
const push = (path: string, device: string) => ({
  path,
  body: { deviceId: device, protocol: 1, operations: [] },
});

beforeEach(async () => {
  [handheld, workstation, manager] = [lab.browser(), lab.browser(), lab.browser()];
  await lab.signIn(handheld, TECH);
  await lab.signIn(workstation, TECH);
  await lab.signIn(manager, 'lab-manager@wbl.example');
  deviceId = await enroll(handheld, 'Lost handheld');
});

test('a stolen handheld reads nothing once it is revoked, also when it does not name its device', async () => {
  const { generation } = (await handheld.get('/api/sync/snapshot?limit=1').expect(200)).body;
  await manager.delete(`/api/sync/devices/${deviceId}`).expect(204);
  for (const path of [
    '/api/sync/snapshot',
    `/api/sync/feed?generation=${generation}&cursor=0`,
    `/api/sync/feed?generation=${generation}&cursor=0&device=${deviceId}`,
    '/api/sync/stream',
    '/api/lab/samples',
    '/api/auth/account',
  ])
    expect([path, (await handheld.get(path)).status]).toEqual([path, 401]);
  expect(await lab.session(handheld)).toBeNull();
});

test('a stolen handheld cannot enroll again, neither under its name nor as a new device', async () => {
  expect((await manager.delete(`/api/sync/devices/${deviceId}`)).status).toBe(204);
  await handheld.post('/api/sync/devices').send({ name: 'Another' }).expect(401);
  await handheld.post('/api/sync/devices').send({ name: 'Same', deviceId }).expect(401);
});

test('a revoked handheld still hands over its own work, but not that of another device of its person', async () => {
  const other = await enroll(workstation, 'Desk');
  await manager.delete(`/api/sync/devices/${deviceId}`).expect(204);
  const own = push('/api/sync/hand-over', deviceId);
  expect((await handheld.post(own.path).send(own.body).expect(200)).body.revoked).toBe(true);
  const foreign = push('/api/sync/hand-over', other);
  await handheld.post(foreign.path).send(foreign.body).expect(401);
  const direct = push('/api/sync/operations', deviceId);
  await handheld.post(direct.path).send(direct.body).expect(401);
});

test('other devices of the person continue, and so does the session that revokes its own old entry', async () => {
  const old = await enroll(workstation, 'Old entry of this browser');
  await workstation.delete(`/api/sync/devices/${old}`).expect(204);
  expect((await lab.session(workstation))?.user.email).toBe(TECH);
  await workstation.delete(`/api/sync/devices/${deviceId}`).expect(204);
  expect(await lab.session(handheld)).toBeNull();
  expect((await lab.session(workstation))?.user.email).toBe(TECH);
});

test('a session that used two devices ends with either of them', async () => {
  const second = await enroll(handheld, 'Enrolled again by the thief');
  expect((await manager.delete(`/api/sync/devices/${second}`)).status).toBe(204);
  await handheld.get('/api/sync/snapshot').expect(401);
});
