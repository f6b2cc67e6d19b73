import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase } from '#sync-server/demo/demo-server.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';
import { verifyProof } from '#sync-server/sync/verify-proof.ts';
import { reviewWithPin } from './pin.ts';

const HASH = 'ab'.repeat(32);
let database: TestDatabase;

beforeAll(async () => {
  database = await createDemoDatabase();
});
afterAll(() => database.drop());

async function userOf(email: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [
    email,
  ]);
  return rows[0]?.id ?? '';
}

async function check(userId: string, hash: string, proof: string, deviceId: string | null = null) {
  const client = await database.pool.connect();
  try {
    return await verifyProof(client, { userId, deviceId, at: new Date().toISOString() }, hash, proof);
  } finally {
    client.release();
  }
}

/** Sign in a person of the demo lab with a handheld of their own. */
async function signedIn(email: string, deviceId = `device-of-${email}`): Promise<Session> {
  const { rows } = await database.pool.query<Session>(
    `SELECT uc.user_id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity, u.name, u.email
       FROM user_company uc JOIN "user" u ON u.id = uc.user_id WHERE u.email = $1`,
    [email],
  );
  const row = rows[0];
  if (!row) throw new Error(`no ${email}`);
  const offlineLetter = 'ABCDEFGH'[devices++] ?? 'Z';
  await database.pool.query(
    `INSERT INTO device (id, entity, name, offline_letter, registered_by_id, user_company_id) VALUES ($1, $2, 'Zebra', $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    [deviceId, row.entity, offlineLetter, row.userId, row.userCompanyId],
  );
  return { ...row, isSuperAdmin: false, permissions: [] };
}
let devices = 0;
const services = () => ({ pool: database.pool, now: () => new Date() });
const review = (session: Session, userId: string, pin = '246810', deviceId = `device-of-${session.email}`) =>
  reviewWithPin(services(), session, { userId, pin, hash: HASH, deviceId });

test('a second person confirms with their PIN on a colleague’s device, for one record only', async () => {
  const session = await signedIn('lab-tech@wbl.example');
  const manager = await userOf('lab-manager@wbl.example');
  const proof = await review(session, manager);
  expect(await check(manager, HASH, proof)).toBe('OK');
  expect(await check(manager, 'cd'.repeat(32), proof)).toBe('FAILED');
  expect(await check(session.userId, HASH, proof)).toBe('FAILED');
  expect(await check(manager, HASH, proof, 'any-device')).toBe('FAILED');
});

test('the same person, a customer, a person of the office and of another entity, and a wrong PIN confirm nothing', async () => {
  const session = await signedIn('lab-tech@wbl.example');
  await expect(review(session, session.userId)).rejects.toThrow('The reviewer must be a different person.');
  const choose = 'Choose a reviewer who works at the bench.';
  await expect(review(session, await userOf('company-user@wbl.example'))).rejects.toThrow(choose);
  await expect(review(session, await userOf('project-manager@resonant.example'))).rejects.toThrow(choose);
  await expect(review(session, await userOf('research-assistant@wbl.example'), '000000')).rejects.toThrow(
    'That is not the PIN of',
  );
});

test("a customer, an office role and another person's device cannot check a PIN", async () => {
  const manager = await userOf('lab-manager@wbl.example');
  const tech = await signedIn('lab-tech@wbl.example');
  for (const email of ['company-user@wbl.example', 'billing-manager@wbl.example'])
    await expect(review(await signedIn(email), manager)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const assistant = await signedIn('research-assistant@wbl.example');
  await expect(review(assistant, manager, '246810', `device-of-${tech.email}`)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await database.pool.query(`UPDATE device SET revoked = true, revoked_at = now() WHERE id = $1`, [
    `device-of-${assistant.email}`,
  ]);
  await expect(review(assistant, manager)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a colleague who guesses a director’s PIN is locked out, and the director and administrators are notified', async () => {
  const caller = await signedIn('lab-manager@wbl.example');
  const director = await userOf('lab-clinical-director@wbl.example');
  for (let i = 0; i < 5; i += 1)
    await expect(review(caller, director, '000000')).rejects.toMatchObject({ code: 'VALIDATION' });
  await expect(review(caller, director)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(review(caller, await userOf('lab-tech@wbl.example'))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  const { rows } = await database.pool.query(
    'SELECT pin_failed_count, pin_locked_until FROM "user" WHERE id = $1',
    [director],
  );
  expect(rows).toEqual([{ pin_failed_count: 0, pin_locked_until: null }]);
  expect(await review(await signedIn('lab-tech@wbl.example'), director)).toMatch(/\S/);
  const mails = await database.pool.query<{ to: string }>(
    `SELECT "to" FROM email WHERE kind = 'SECURITY_NOTICE' ORDER BY "to"`,
  );
  expect(mails.rows.map(({ to }) => to)).toEqual(['admin@wbl.example', 'lab-clinical-director@wbl.example']);
});

test('keys of a revoked device no longer confirm anything', async () => {
  const manager = await userOf('lab-manager@wbl.example');
  const proof = await review(await signedIn('lab-tech@wbl.example'), manager);
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO device (id, created_at, updated_at, entity, name, registered_by_id, user_company_id, revoked, revoked_at)
     SELECT 'lost', now(), now(), 'WBL', 'Lost', user_id, id, true, now() FROM user_company WHERE user_id = $1 LIMIT 1 RETURNING id`,
    [manager],
  );
  await database.pool.query('UPDATE signing_key SET device_id = $1 WHERE user_id = $2', [
    rows[0]?.id,
    manager,
  ]);
  expect(await check(manager, HASH, proof)).toBe('FAILED');
});
