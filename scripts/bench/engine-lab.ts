import pg, { type ClientBase, type Pool } from 'pg';
import { ulid } from 'ulid';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { company } from '#db/organizations/company.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import type { Engine } from '#sync-server/sync/apply-operation.ts';
import type { Stage } from './stage.ts';

const PER_BOX = 96;
const BOXES = 120;
const ROWS = 'ABCDEFGH';

/** Return the id of the k-th tube that the benchmark added to the lab. */
export const tubeId = (k: number): string => `bench-tube-${k}`;

/** Return a free position for the k-th move: each is used once, so that nothing collides. */
export const slotOf = (k: number): { containerId: string; position: string } => ({
  containerId: `bench-box-${Math.floor(k / PER_BOX) % BOXES}`,
  position: `${ROWS[k % 8]}${Math.floor((k % PER_BOX) / 8) + 1}`,
});

/** Add a shelf of loose tubes and enough empty boxes to a migrated database, in one transaction. */
export async function populateLab(pool: Pool, tubes: number): Promise<void> {
  const client = await pool.connect();
  const insert = <E extends AnyEntity>(entity: E, row: Row<E>) => insertRow(client, entity, row);
  try {
    await client.query('BEGIN');
    await insert(
      storageManagement,
      buildStorageManagement({ id: 'bench-shelf', name: 'Bench shelf', type: 'SHELF' }),
    );
    for (let k = 0; k < BOXES; k += 1) {
      const box = { id: `bench-box-${k}`, name: `Bench box ${k}`, parentId: 'bench-shelf' };
      await insert(storageManagement, buildStorageManagement({ ...box, type: 'BOX', rows: 8, columns: 12 }));
    }
    for (let k = 0; k < tubes; k += 1) {
      const id = tubeId(k);
      const code = `BT-${String(k).padStart(6, '0')}`;
      const label = { id: `${id}-label`, value: code, type: 'SAMPLE' as const, targetId: id };
      await insert(barcode, buildBarcode(label));
      const location = { storageLocationId: 'bench-shelf', specimenId: null, extractionProcedureId: null };
      await insert(sample, buildSample({ id, barcode: code, barcodeId: label.id, ...location }));
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

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

/** The arguments of one call of `client.query`. */
export type Statement = readonly unknown[];

// A pool passes its own callback on, which is no part of the statement, and pg writes it into its argument.
const own = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...part } : part;

/** Record every statement that the connections of a pool run. */
export function recordStatements(pool: Pool): { take(): Statement[] } {
  let noted: Statement[] = [];
  pool.on('connect', (client) => {
    const run = client.query.bind(client);
    Object.defineProperty(client, 'query', {
      value: (...statement: unknown[]) => {
        noted.push(statement.filter((part) => typeof part !== 'function').map(own));
        return Reflect.apply(run, undefined, statement);
      },
    });
  });
  return {
    take: () => {
      const recording = noted;
      noted = [];
      return recording;
    },
  };
}

/** Run recorded statements one after the other, without other work between them. */
export async function replay(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await Reflect.apply(client.query, client, statement);
}
