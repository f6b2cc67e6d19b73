import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase } from '#sync-server/demo/demo-database.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';
import { verifyProof } from '#sync-server/sync/verify-proof.ts';
import { reviewWithPin } from './review-pin.ts';

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
    return await verifyProof(client, { userId, deviceId }, hash, proof);
  } finally {
    client.release();
  }
}

test('a second person confirms with their PIN on a colleague’s device, for that one record only', async () => {
  const session = { userId: await userOf('lab-tech@wbl.example'), entity: 'WBL' } as const;
  const manager = await userOf('lab-manager@wbl.example');
  const proof = await reviewWithPin(database.pool, session, { userId: manager, pin: '246810', hash: HASH });
  expect(await check(manager, HASH, proof)).toBe('OK');
  expect(await check(manager, 'cd'.repeat(32), proof)).toBe('FAILED');
  expect(await check(session.userId, HASH, proof)).toBe('FAILED');
  expect(await check(manager, HASH, proof, 'any-device')).toBe('FAILED');
});

test('the same person, a customer, somebody of the other laboratory and a wrong PIN confirm nothing', async () => {
  const tech = await userOf('lab-tech@wbl.example');
  const session = { userId: tech, entity: 'WBL' } as const;
  const ask = (userId: string, pin = '246810') =>
    reviewWithPin(database.pool, session, { userId, pin, hash: HASH });
  await expect(ask(tech)).rejects.toThrow('The reviewer must be a different person.');
  const choose = 'Choose a reviewer who works at the bench.';
  await expect(ask(await userOf('company-user@wbl.example'))).rejects.toThrow(choose);
  await expect(ask(await userOf('lab-manager@resonant.example'))).rejects.toThrow(choose);
  await expect(ask(await userOf('research-assistant@wbl.example'), '000000')).rejects.toThrow(
    'That is not your PIN. Try again.',
  );
});

test('keys of a revoked device no longer confirm anything', async () => {
  const session = { userId: await userOf('lab-tech@wbl.example'), entity: 'WBL' } as const;
  const manager = await userOf('lab-manager@wbl.example');
  const proof = await reviewWithPin(database.pool, session, { userId: manager, pin: '246810', hash: HASH });
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
