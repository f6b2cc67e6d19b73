import type { AnyEntity, Row } from '#db/entity.ts';
import { buildCompany } from '#db/factories/build-company.ts';
import { buildUser } from '#db/factories/build-user.ts';
import { buildUserCompany } from '#db/factories/build-user-company.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Actor } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { httpSend } from './http-send.ts';

/**
 * The real server on a real Postgres, behind a network that can fail. Only sign-in is left out: a header
 * names the user.
 */
export interface BenchLab {
  database: TestDatabase;
  proxy: FaultProxy;
  server: BenchServer;
  addPerson(actor: Actor): Promise<void>;
  /** Give the user's requests this role from now on. */
  becomes(actor: Actor): void;
  insert<E extends AnyEntity>(entity: E, row: Row<E>): Promise<void>;
  /** Open a connection of a user through the proxy. */
  sendAs(actor: Actor): ReturnType<typeof httpSend>;
  close(): Promise<void>;
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
  const insert: BenchLab['insert'] = async (entity, row) => {
    const client = await database.pool.connect();
    try {
      await insertRow(client, entity, row);
    } finally {
      client.release();
    }
  };
  return {
    database,
    proxy,
    server,
    insert,
    async addPerson(actor) {
      const { userId, userCompanyId, companyId, role, entity, name } = actor;
      people.set(userCompanyId, actor);
      await insert(company, buildCompany({ id: companyId, entity }));
      await insert(user, buildUser({ id: userId, name }));
      await insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
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
