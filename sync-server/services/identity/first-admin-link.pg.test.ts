import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#sync-server/config/env.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { createFirstAdminLink } from './first-admin-link.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const EMAIL = 'ada@lab.example.org';
const PERSON = { firstName: 'Ada', lastName: 'Marsh', password: 'a long password of ada' };
let minutes = 0;
const services = () => ({
  pool: database.pool,
  env: readEnv({
    DATABASE_URL: 'postgres://lab@db.example/bench',
    ENTITY_HOSTS: 'lab.example.org=WBL,clinic.example.org=RESONANT',
    STAFF_EMAIL_DOMAINS: 'lab.example.org',
  }),
  now: () => new Date(Date.parse('2026-11-22T09:00:00.000Z') + minutes * 60_000),
});
const invite = (email = EMAIL) => createFirstAdminLink(services(), { entity: 'WBL', email });
const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

test('the first administrator of an empty installation opens their account through a link and is its only user', async () => {
  await expect(invite('ada@elsewhere.org')).rejects.toThrow('Add elsewhere.org to STAFF_EMAIL_DOMAINS');
  const earlier = tokenOf(await invite());
  const link = await invite();
  expect(link).toMatch(/^https:\/\/lab\.example\.org\/invitation#token=/);
  await expect(readInvitation(services(), 'WBL', earlier)).rejects.toMatchObject({ code: 'LINK_INVALID' });
  expect(await readInvitation(services(), 'WBL', tokenOf(link))).toMatchObject({
    email: EMAIL,
    role: 'ADMIN',
    companyName: 'WBL',
    hasAccount: false,
  });
  await acceptInvitation(services(), 'WBL', { token: tokenOf(link), person: PERSON });
  const { rows } = await database.pool.query(
    `SELECT u.email, uc.role, uc.deactivated, c.name AS company FROM user_company uc
       JOIN "user" u ON u.id = uc.user_id JOIN company c ON c.id = uc.company_id`,
  );
  expect(rows).toEqual([{ email: EMAIL, role: 'ADMIN', deactivated: false, company: 'WBL' }]);
});

test('an installation with an administrator creates no further link', async () => {
  await expect(invite('eve@lab.example.org')).rejects.toMatchObject({ code: 'ADMIN_EXISTS' });
});

test('the link of the other business entity ends after 24 hours', async () => {
  const link = await createFirstAdminLink(services(), { entity: 'RESONANT', email: 'rae@lab.example.org' });
  minutes = 24 * 60 - 1;
  expect(await readInvitation(services(), 'RESONANT', tokenOf(link))).toMatchObject({
    companyName: 'RESONANT',
  });
  minutes = 24 * 60 + 1;
  await expect(readInvitation(services(), 'RESONANT', tokenOf(link))).rejects.toMatchObject({
    code: 'LINK_INVALID',
  });
});
