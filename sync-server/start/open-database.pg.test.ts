import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#sync-server/config/env.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { openDatabase } from './open-database.ts';

// A database like one of a real lab: no superuser, roles named by its administrator.
let database: TestDatabase;
const suffix = crypto.randomUUID().slice(0, 8);
const [OWNER, APPLICATION] = [`lab_owner_${suffix}`, `lab_app_${suffix}`];
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const name = new URL(database.url).pathname.slice(1);
  for (const role of [OWNER, APPLICATION])
    await database.owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await database.owner.query(`ALTER DATABASE ${name} OWNER TO ${OWNER}`);
});
afterAll(async () => {
  for (const role of [APPLICATION, OWNER])
    await database.owner.query(
      `REASSIGN OWNED BY ${role} TO postgres; DROP OWNED BY ${role}; DROP ROLE ${role}`,
    );
  await database.drop();
});

const urlOf = (role: string): string => {
  const url = new URL(database.url);
  url.username = role;
  url.password = 'secret';
  return url.href;
};

/** Open the database like a start does; returns the log and the result of a truncation. */
async function open(settings: Record<string, string>) {
  const lines: string[] = [];
  const log = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const database = await openDatabase(readEnv(settings), pino({ level: 'warn' }, log));
  const truncation = await database.pool
    .query('INSERT INTO demo_load DEFAULT VALUES; TRUNCATE event CASCADE')
    .then(
      () => 'done',
      (error: Error) => error.message,
    );
  await database.close();
  return { warnings: lines.map((line) => JSON.parse(line).msg as string), ended: truncation };
}

const WARNING = expect.stringContaining('set MIGRATION_DATABASE_URL');

test('a database with one role migrates, and the start warns that this role can change records', async () => {
  const { warnings, ended: truncation } = await open({ DATABASE_URL: urlOf(OWNER) });
  expect(warnings).toEqual([WARNING]);
  expect(truncation).toBe('event is append only');
});

test('a second role without rights gets a message that names the setting', async () => {
  await expect(open({ DATABASE_URL: urlOf(APPLICATION) })).rejects.toThrow(
    'Set MIGRATION_DATABASE_URL to the role that owns the tables',
  );
});

test('two addresses grant the second role its rights without a warning', async () => {
  const { warnings, ended: truncation } = await open({
    DATABASE_URL: urlOf(APPLICATION),
    MIGRATION_DATABASE_URL: urlOf(OWNER),
  });
  expect(warnings).toEqual([]);
  expect(truncation).toBe('permission denied for table event');
});

test('a server with only the second role starts on the migrated database', async () => {
  const { warnings, ended: truncation } = await open({ DATABASE_URL: urlOf(APPLICATION) });
  expect(warnings).toEqual([]);
  expect(truncation).toBe('permission denied for table event');
});
