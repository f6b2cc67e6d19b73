import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { TASKS } from './tasks.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAMES = new Set(TASKS.map(({ name }) => name));
/** The first argument of a call that queues a job; in SQL it may be a variable of the function. */
const QUEUES = /\badd_?jobs?\s*\(\s*([^,)]*)/gi;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const calledWith = (source: string): string[] =>
  [...source.matchAll(QUEUES)].map(([, first = '']) => first.trim());
const literalOf = (argument: string): string | undefined => /^'([^']*)'$/.exec(argument)?.[1];

interface Queuing {
  name: string;
  source: string;
  /** The arguments of each trigger for the function. */
  triggers: string[][];
}

/** Read every database function that queues jobs, with the arguments of its triggers. */
async function readQueuing(): Promise<Queuing[]> {
  const { rows } = await database.owner.query<Queuing>(
    `SELECT p.proname AS name, p.prosrc AS source,
            coalesce(json_agg(string_to_array(rtrim(encode(t.tgargs, 'escape'), E'\\\\000'), E'\\\\000')) FILTER (WHERE t.oid IS NOT NULL), '[]') AS triggers
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace LEFT JOIN pg_trigger t ON t.tgfoid = p.oid
      WHERE n.nspname <> 'graphile_worker' AND p.prosrc ~* 'add_jobs?\\s*\\(' GROUP BY p.oid ORDER BY 1`,
  );
  return rows;
}

test('each task that a database function queues is declared', async () => {
  const queuing = await readQueuing();
  expect(queuing.map(({ name }) => name)).toEqual(['queue_email', 'queue_simulator']);
  for (const { name, source, triggers } of queuing) {
    expect([name, triggers.length > 0]).toEqual([name, true]);
    for (const argument of calledWith(source)) {
      const literal = literalOf(argument);
      // A variable must have the value of the trigger's argument.
      if (literal === undefined)
        expect([name, source]).toEqual([name, expect.stringContaining(`${argument} text := TG_ARGV[0]`)]);
      for (const task of literal === undefined ? triggers.map(([first]) => first ?? '') : [literal])
        expect([name, task, NAMES.has(task)]).toEqual([name, task, true]);
    }
  }
});

test('code queues jobs of declared tasks only', () => {
  const files = ['sync-server', 'db', 'scripts'].flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${room}/${file}`,
    ),
  );
  const sources = files.filter((file) => /\.(ts|mjs|sql)$/.test(file) && !/\.test\.ts$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const queuing = sources.flatMap((file) =>
    calledWith(readFileSync(path.join(ROOT, file), 'utf8')).map((argument) => ({ file, argument })),
  );
  expect(queuing).not.toEqual([]);
  // The server's only statement takes the name from a declared task; triggers are read from the database
  // above.
  const unlisted = queuing.filter(
    ({ file }) => file !== 'sync-server/jobs/job-queue.ts' && !file.startsWith('db/migrations/'),
  );
  expect(unlisted.filter(({ argument }) => !NAMES.has(literalOf(argument) ?? ''))).toEqual([]);
});

test('a payload written by a trigger is valid for its task and contains only ids', async () => {
  await database.pool.query(
    `INSERT INTO email (id, created_at, updated_at, entity, kind, "to", subject, text, html, data, status, attempts, next_attempt_at)
     VALUES ('01JD000000000000000000TEST', now(), now(), 'WBL', 'PASSWORD_RESET', 'hildegard@uni.example', 'Hildegard Sommerfeld',
       'https://lab.example/reset#token=s3cret', '<b>MRN-4711</b>', '{"mrn":"MRN-4711"}', 'QUEUED', 0, now())`,
  );
  const { rows } = await database.owner.query<{ key: string; payload: unknown }>(
    'SELECT key, payload FROM graphile_worker._private_jobs',
  );
  expect(rows).toEqual([
    { key: 'send-email:01JD000000000000000000TEST', payload: { emailId: '01JD000000000000000000TEST' } },
  ]);
});
