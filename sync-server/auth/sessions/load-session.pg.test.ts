import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase } from '#sync-server/demo/demo-server.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';
import { loadSession } from './read-session.ts';
import { currentClaims, SessionClaims } from './session-claims.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDemoDatabase();
});
afterAll(() => database.drop());

const claimsOf = async (email: string): Promise<SessionClaims> => {
  const { rows } = await database.pool.query<{ id: string }>(
    'SELECT uc.id FROM user_company uc JOIN "user" u ON u.id = uc.user_id WHERE u.email = $1',
    [email],
  );
  const claims = await currentClaims(database.pool, rows[0]?.id ?? '', new Date());
  if (!claims) throw new Error(`${email} is not active.`);
  return claims;
};
const roleOf = async (claims: SessionClaims, entity: 'WBL' | 'RESONANT' = 'WBL') =>
  (await loadSession(database.pool, claims, entity, new Date()))?.user.role;

test('a session ends when the version of its person or of its membership is raised', async () => {
  const claims = await claimsOf('lab-tech@wbl.example');
  expect(await roleOf(claims)).toBe('LAB_TECH');
  await database.pool.query('UPDATE "user" SET session_version = 2 WHERE id = $1', [claims.sub]);
  expect(await roleOf(claims)).toBeUndefined();
  const renewedClaims = await claimsOf('lab-tech@wbl.example');
  expect(await roleOf(renewedClaims)).toBe('LAB_TECH');
  await database.pool.query('UPDATE user_company SET session_version = 2 WHERE id = $1', [
    claims.userCompanyId,
  ]);
  expect(await roleOf(renewedClaims)).toBeUndefined();
});

test('a session belongs to one person, one membership and one business entity', async () => {
  const [tech, manager] = [await claimsOf('lab-manager@wbl.example'), await claimsOf('admin@wbl.example')];
  expect(await roleOf({ ...tech, userCompanyId: manager.userCompanyId })).toBeUndefined();
  expect(await roleOf(tech, 'RESONANT')).toBeUndefined();
  expect(await roleOf({ ...tech, entity: 'RESONANT' }, 'RESONANT')).toBeUndefined();
});

test('only a super admin acts as another role, with its permissions, and only while they are one', async () => {
  const developer = { ...(await claimsOf('developer@wbl.example')), actingRole: 'COMPANY_USER' as const };
  const session = await loadSession(database.pool, developer, 'WBL', new Date());
  expect(session?.user.role).toBe('COMPANY_USER');
  expect(session?.user.permissions).toEqual(['COMPANY_VIEW']);
  await database.pool.query('UPDATE "user" SET is_super_admin = false WHERE id = $1', [developer.sub]);
  expect(await roleOf(developer)).toBe('DEVELOPER');
  expect(await roleOf({ ...(await claimsOf('lab-manager@wbl.example')), actingRole: 'ADMIN' })).toBe(
    'LAB_MANAGER',
  );
});

test('a cookie from before versions existed has the first version', () => {
  const claims = SessionClaims.parse({ sub: 'a', userCompanyId: 'b', entity: 'WBL', role: 'ADMIN' });
  expect(claims).toEqual({
    sub: 'a',
    userCompanyId: 'b',
    entity: 'WBL',
    sessionVersion: 1,
    membershipVersion: 1,
  });
});
