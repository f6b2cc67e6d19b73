import pg from 'pg';
import { ulid } from 'ulid';
import { buildCompany } from '#db/factories/build-company.ts';
import { buildUser } from '#db/factories/build-user.ts';
import { buildUserCompany } from '#db/factories/build-user-company.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { company } from '#db/organizations/company.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import type { Engine } from '#sync-server/sync/apply-operation.ts';
import { populateLab, slotOf, tubeId } from './populate-lab.ts';
import type { Stage } from './stage.ts';

/** The person in the databases of the server's own figures. */
export const ACTOR = buildActor();
export const DEVICE = 'bench-device';

/** Create a database with one tech, one device and a number of tubes; returns its name, for copying. */
export async function makeEngineLab(stage: Stage, name: string, tubes: number): Promise<string> {
  const pool = createPool(await stage.database(name), { max: 1 });
  const client = await pool.connect();
  const { userId, userCompanyId, companyId, role, entity } = ACTOR;
  await insertRow(client, company, buildCompany({ id: companyId, entity }));
  await insertRow(client, user, buildUser({ id: userId, name: ACTOR.name }));
  await insertRow(
    client,
    userCompany,
    buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }),
  );
  await client.query(
    `INSERT INTO device (id, entity, name, offline_letter, registered_by_id, user_company_id) VALUES ($1, $2, 'Bench', 'A', $3, $4)`,
    [DEVICE, entity, userId, userCompanyId],
  );
  client.release();
  await populateLab(pool, tubes);
  await pool.end();
  return name;
}

/** Build the engine over a pool, as the running server does. */
export const engineOver = (pool: pg.Pool): Engine => ({
  pool,
  timeZone: 'UTC',
  now: () => new Date(),
  onBug: (error) => {
    throw error;
  },
});

/** Open one connection without a pool. */
export async function bareConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Build the k-th move of a tube, as a device sends it. */
export const moveOf = (k: number): OperationEnvelope => ({
  id: ulid(),
  n: k + 1,
  name: 'move-sample',
  version: 1,
  occurredAt: new Date().toISOString(),
  base: {},
  dependsOn: [],
  args: { sampleId: tubeId(k), ...slotOf(k) },
});
