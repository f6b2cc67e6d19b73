import http from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { type User, user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Actor } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Send each request over a separate connection, so that a network fault hits exactly one request. */
export const httpSend =
  (origin: () => string, headers: Record<string, string>): Send =>
  (path, init) =>
    new Promise<Response>((resolve, reject) => {
      const body = typeof init.body === 'string' || init.body instanceof Uint8Array ? init.body : undefined;
      const request = http.request(`${origin()}${path}`, {
        agent: false,
        method: init.method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-encoding': 'gzip',
          ...headers,
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
        },
        ...(init.signal ? { signal: init.signal } : {}),
      });
      const fail = (error: Error) => reject(new TypeError('The network failed.', { cause: error }));
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('aborted', () => fail(new Error('aborted')));
        response.on('end', () => {
          const type = response.headers['content-type'] ?? '';
          contentOf(response, Buffer.concat(chunks)).then(
            (content) =>
              resolve(
                new Response(response.statusCode === 204 ? null : content, {
                  status: response.statusCode ?? 500,
                  headers: { 'content-type': type },
                }),
              ),
            fail,
          );
        });
      });
      request.end(body);
    });

const unpacked = promisify(gunzip);

/** Decompress the content as a browser does: truncated compressed content is no answer. */
const contentOf = async ({ headers }: http.IncomingMessage, body: Buffer): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(headers['content-encoding'] === 'gzip' ? await unpacked(body) : body);

/** A lab as its devices and checks use it, whatever process serves it. */
export interface ServedLab {
  database: TestDatabase;
  addPerson(actor: Actor): Promise<void>;
  insert<E extends AnyEntity>(entity: E, row: Row<E>): Promise<void>;
  /** Open a connection of a user through the proxy. */
  sendAs(actor: Actor): Send;
  close(): Promise<void>;
}

/**
 * The real server on a real Postgres, behind a network that can fail. Only sign-in is left out: a header
 * names the user.
 */
export interface BenchLab extends ServedLab {
  proxy: FaultProxy;
  server: BenchServer;
  /** Give the user's requests this role from now on. */
  becomes(actor: Actor): void;
}

// Users of these tests act at any past time and in any order, so the bound of device times, which
// `honest-clock.pg.test.ts` tests, is off.
const ANY_TIME = `
  CREATE OR REPLACE FUNCTION forget_time_bound() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.not_before := NULL; RETURN NEW; END $$;
  CREATE OR REPLACE TRIGGER forget_time_bound BEFORE INSERT OR UPDATE ON device
    FOR EACH ROW EXECUTE FUNCTION forget_time_bound()`;

// The receipts of these tests are numbered by hand: every device has leased all numbers of their day.
const ANY_NUMBER = `
  DROP INDEX IF EXISTS number_lease_block;
  CREATE OR REPLACE FUNCTION lease_test_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
        SELECT NEW.id || series, NEW.id, NEW.entity, series, '2026-11-21', 1, 9999
        FROM unnest(ARRAY['SPECIMEN', 'ACCESSION_GROUP']) AS series WHERE NEW.kind = 'HANDHELD';
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER lease_test_numbers AFTER INSERT ON device
    FOR EACH ROW EXECUTE FUNCTION lease_test_numbers()`;

// Nobody signs in here: every device counts as having an accepted password at any time.
const ANY_PASSWORD = `
  CREATE OR REPLACE FUNCTION confirm_test_password() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO password_confirmation (user_id, device_id, confirmed_at, stands_until)
        VALUES (NEW.registered_by_id, NEW.id, '-infinity', 'infinity');
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER confirm_test_password AFTER INSERT ON device
    FOR EACH ROW EXECUTE FUNCTION confirm_test_password()`;

/** Insert rows into a database, one by one. */
export const insertInto =
  ({ pool }: TestDatabase): ServedLab['insert'] =>
  async (entity, row) => {
    const client = await pool.connect();
    try {
      await insertRow(client, entity, row);
    } finally {
      client.release();
    }
  };

/** Insert a user with the company and the membership. */
export async function insertPerson(
  insert: ServedLab['insert'],
  { userId, userCompanyId, companyId, role, entity, name }: Actor,
  account: Partial<User> = {},
): Promise<void> {
  await insert(company, buildCompany({ id: companyId, entity }));
  await insert(user, buildUser({ id: userId, name, ...account }));
  await insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
}

/** Open a lab for one test file, on a database of the run's cluster or on the given one. */
export async function openBenchLab(existing?: TestDatabase): Promise<BenchLab> {
  const database = existing ?? (await createTestDatabase({ max: 12 }));
  await database.owner.query(ANY_TIME);
  await database.owner.query(ANY_NUMBER);
  await database.owner.query(ANY_PASSWORD);
  const people = new Map<string, Actor>();
  const server = await startBenchServer(database.url, people);
  const proxy = await startFaultProxy(server.port);
  const host = `localhost:${server.port}`;
  const insert = insertInto(database);
  return {
    database,
    proxy,
    server,
    insert,
    async addPerson(actor) {
      people.set(actor.userCompanyId, actor);
      await insertPerson(insert, actor);
    },
    sendAs: (actor) => httpSend(() => proxy.origin, { host, 'x-person': actor.userCompanyId }),
    becomes(actor) {
      people.set(actor.userCompanyId, actor);
    },
    async close() {
      await proxy.close();
      await server.close();
      await database.drop();
    },
  };
}
