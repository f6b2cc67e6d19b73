import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { Session } from '#db/access/session.ts';
import { buildSession, buildTube, signSession } from '#db/factories/benches/receiving-bench.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { type AccountLab, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';
import { openDevice, pulledDocuments, syncOnce } from './simulated-device.ts';

// A JPEG of 4 × 4 pixels.
const JPEG = Uint8Array.from(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAAEAAQBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
    'base64',
  ),
);

const folder = mkdtempSync(path.join(os.tmpdir(), 'handed-over-'));
let photos = 8_011;
let lab: AccountLab;
let server: http.Server;
beforeAll(async () => {
  lab = await openAccountLab({ DATA_DIR: folder });
  server = http.createServer(lab.app);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await lab.close();
  rmSync(folder, { recursive: true });
});

/** A browser with cookies, whose network can be switched off. */
function handheld() {
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const cookies = new Map<string, string>();
  const network = { away: false };
  const send: Send = async (path, init) => {
    if (network.away) throw new TypeError('offline');
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${origin}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const signIn = async (email: string): Promise<Session> => {
    const { csrfToken } = await (await send('/api/auth/csrf', {})).json();
    const body = new URLSearchParams({
      email,
      password: PASSWORD,
      csrfToken,
      json: 'true',
      callbackUrl: '/',
    });
    await send('/api/auth/callback/credentials', { method: 'POST', body });
    return Session.parse(await (await send('/api/auth/session', {})).json());
  };
  return { send, signIn, network };
}

const actorOf = ({ user, entity, lab }: Session) => ({
  userId: user.id,
  userCompanyId: user.userCompanyId,
  companyId: user.companyId,
  role: user.role,
  name: user.name,
  entity,
  lab: lab ?? DEFAULT_LAB,
});

const storedTubes = async (): Promise<string[]> =>
  (
    await lab.rows<{ id: string }>(
      `SELECT s.id FROM sample s JOIN storage_management p ON p.id = s.storage_location_id
        WHERE s.entity = 'WBL' AND s.status = 'IN_QUEUE' AND s.custodian_user_id IS NULL AND p.type = 'BOX'
        ORDER BY s.barcode LIMIT 2`,
    )
  ).map(({ id }) => id);

const logged = (userId: string) =>
  lab.rows(
    `SELECT args::jsonb ->> 'sampleId' AS tube, outcome, code, quarantined FROM operation o JOIN device d ON d.id = o.device_id
      WHERE o.user_id = $1 AND d.kind = 'HANDHELD' ORDER BY o.n`,
    [userId],
  );

/** A damaged package with one unexpected tube, and a photo of it. */
async function receiveWithPhoto(device: Replica): Promise<{ photo: string; group: string }> {
  const [photo, group] = [ulid(), ulid()];
  const takenAt = new Date().toISOString();
  const [order] = await lab.rows<{ id: string }>(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND status = 'SHIPPED' ORDER BY id LIMIT 1`,
  );
  await device.photos.add({ id: photo, groupId: group, about: 'package', draftKey: group, takenAt }, JPEG);
  const number = String(photos++).padStart(4, '0');
  const groupNumber = number.slice(2);
  await lab.rows(
    `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
     VALUES ($1 || 'S', $2, 'WBL', 'SPECIMEN', '2026-11-21', $3, $3),
       ($1 || 'G', $2, 'WBL', 'ACCESSION_GROUP', '2026-11-21', $4, $4)`,
    [group, (await device.enrollment())?.deviceId, Number(number), Number(groupNumber)],
  );
  const session = await signSession(
    buildSession({
      accessionGroupId: group,
      groupNumber: `AG-W26325-${groupNumber}`,
      orderIds: [order?.id ?? ''],
      packageCondition: 'DAMAGED',
      photoFileIds: [photo],
      missingSpecimenIds: [],
      tubes: [
        buildTube({ specimenId: null, julianId: `W26325-${number}`, scannedCode: null, occurredAt: takenAt }),
      ],
    }),
  );
  const printedName = device.actor.name;
  const result = await device.run('accession-shipment', {
    ...session,
    signature: { ...session.signature, printedName },
  });
  expect(result.queued).toBe(true);
  return { photo, group };
}

async function setStatus(email: string, deactivated: boolean) {
  const manager = lab.browser();
  await lab.signIn(manager, 'lab-manager@wbl.example');
  const [row] = await lab.rows<{ id: string }>(
    'SELECT uc.id FROM user_company uc JOIN "user" u ON u.id = uc.user_id WHERE u.email = $1',
    [email],
  );
  const change = { userCompanyId: row?.id, deactivated, reason: 'Left the lab' };
  await manager.patch('/api/users/toggle-status').send(change).expect(200);
  return manager;
}

test('a handheld of a deactivated user hands over its work, of which the later is quarantined, and is wiped', async () => {
  const email = 'lab-tech@wbl.example';
  const browser = handheld();
  const session = await browser.signIn(email);
  const device = await openDevice({
    name: 'deactivated-offline',
    actor: actorOf(session),
    send: browser.send,
  });
  expect(await syncOnce(device)).toBe(true);
  const [before = '', after = ''] = await storedTubes();
  browser.network.away = true;
  await device.run('check-out-sample', { sampleId: before, purpose: 'QC' });
  expect(await syncOnce(device)).toBe(false);
  const manager = await setStatus(email, true);
  await device.run('check-out-sample', { sampleId: after, purpose: 'QC' });
  browser.network.away = false;
  // The page first checks who is signed in, and must not lose the cookie by that.
  expect(await (await browser.send('/api/auth/session', {})).json()).toBeNull();
  const stop = new AbortController();
  device.loop.start(stop.signal);
  await vi.waitFor(() => expect(device.contact.value.revoked).toBe(true), { timeout: 60_000 });
  stop.abort();

  expect(await logged(session.user.id)).toMatchObject([
    { tube: before, quarantined: false },
    { tube: after, outcome: 'REJECTED', code: 'USER_DEACTIVATED', quarantined: true },
  ]);
  expect(await lab.rows(`SELECT custodian_user_id AS by FROM sample WHERE id = $1`, [before])).toEqual([
    { by: session.user.id },
  ]);
  const custodian = await lab.rows(`SELECT custodian_user_id AS by FROM sample WHERE id = $1`, [after]);
  expect(custodian).toEqual([{ by: null }]);
  expect(await pulledDocuments(device)).toEqual([]);
  expect(device.outbox.all().map(({ state }) => state)).not.toContain('pending');
  const { quarantine } = (await manager.get('/api/lab/data-sync').expect(200)).body;
  expect(quarantine).toMatchObject([
    { name: 'check-out-sample', userName: session.user.name, args: { sampleId: after } },
  ]);
  // The cookie of the hand-over gives no other access.
  expect((await browser.send('/api/sync/feed?generation=x&cursor=0', {})).status).toBe(401);
  await device.close();
});

test('photos of a receipt before the deactivation are handed over with it; those of a later one are refused', async () => {
  const email = 'lab-clinical-director@wbl.example';
  const browser = handheld();
  const session = await browser.signIn(email);
  const device = await openDevice({
    name: 'deactivated-photos',
    actor: actorOf(session),
    send: browser.send,
  });
  expect(await syncOnce(device)).toBe(true);
  browser.network.away = true;
  const before = await receiveWithPhoto(device);
  await setStatus(email, true);
  const after = await receiveWithPhoto(device);
  browser.network.away = false;
  const stop = new AbortController();
  device.loop.start(stop.signal);
  await vi.waitFor(() => expect(device.contact.value.revoked).toBe(true), { timeout: 60_000 });
  stop.abort();
  const storedFiles = await lab.rows(
    'SELECT id, target_id AS "groupId", uploaded_by_id AS "by", status FROM s3_file WHERE id = ANY($1)',
    [[before.photo, after.photo]],
  );
  expect(storedFiles).toEqual([
    { id: before.photo, groupId: before.group, by: session.user.id, status: 'STORED' },
  ]);
  expect(device.photos.all()).toMatchObject([
    { id: after.photo, problem: 'The receipt of this photo was not taken. A manager looks at it first.' },
  ]);
  await device.close();
});

test('the device asks for a new sign-in after a change of role, and then continues with all its work', async () => {
  const email = 'research-assistant@wbl.example';
  const browser = handheld();
  const session = await browser.signIn(email);
  const actor = actorOf(session);
  const device = await openDevice({ name: 'other-role', actor, send: browser.send });
  await syncOnce(device);
  const deviceId = (await device.enrollment())?.deviceId;
  browser.network.away = true;
  const [, tube = ''] = await storedTubes();
  await device.run('check-out-sample', { sampleId: tube, purpose: 'QC' });
  const manager = lab.browser();
  await lab.signIn(manager, 'lab-manager@wbl.example');
  const { userCompanyId } = session.user;
  await manager.patch('/api/users/change-role').send({ userCompanyId, role: 'LAB_TECH' }).expect(200);
  browser.network.away = false;
  expect(await syncOnce(device)).toBe(false);
  expect(await logged(session.user.id)).toEqual([]);
  expect(device.contact.value.revoked).toBe(false);
  expect((await browser.signIn(email)).user.role).toBe('LAB_TECH');
  expect(await syncOnce(device)).toBe(true);
  expect(await logged(session.user.id)).toMatchObject([{ tube, quarantined: false }]);
  expect((await device.enrollment())?.deviceId).toBe(deviceId);
  await device.close();
  const reopened = await openDevice({
    name: 'other-role',
    actor: { ...actor, role: 'LAB_TECH' },
    send: browser.send,
  });
  expect(await syncOnce(reopened)).toBe(true);
  expect(await lab.rows('SELECT revoked FROM device WHERE id = $1', [deviceId])).toEqual([
    { revoked: false },
  ]);
  await reopened.close();
});
