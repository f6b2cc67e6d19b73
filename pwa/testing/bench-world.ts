import { DEFAULT_LAB } from '#db/access/lab.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { company } from '#db/organizations/company.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { Body } from '#pwa/replica/store/document.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { type BenchLab, openBenchLab, type ServedLab } from './bench-lab.ts';
import { openBench, type PersonAtBench, type ReportedVerdict } from './person-at-bench.ts';

/** Insert a world of the rule tests into the lab's Postgres, as if it had just been written. */
export async function insertWorld(lab: Pick<ServedLab, 'database'>, world: MemoryWorld): Promise<void> {
  const updatedAt = new Date().toISOString();
  await inTransaction(lab.database.pool, async (client) => {
    for (const id of ['user-customer', 'user-manager', 'user-director'])
      await insertRow(client, user, buildUser({ id, email: `${id}@wbl.example` }));
    if (world.all(company).length === 0) await insertRow(client, company, buildCompany({ id: 'company-1' }));
    // Flows reference procedures, which follow them in the catalog; people are a view over the users that are
    // added one by one.
    const otherEntities = CATALOGUE.filter(({ name }) => name !== procedure.name && name !== 'Person');
    for (const entity of [procedure, ...otherEntities]) {
      for (const row of world.all(entity)) await insertRow(client, entity, { ...row, updatedAt });
    }
  });
}

/** Change a row as an online page does, so that devices receive it. */
export async function changeOnline<E extends AnyEntity>(
  lab: BenchLab,
  entity: E,
  id: string,
  changes: Partial<Row<E>>,
): Promise<void> {
  const at = new Date().toISOString();
  const stamp = {
    at,
    userId: null,
    entity: 'WBL',
    lab: DEFAULT_LAB.id,
    entities: DEFAULT_LAB.entities,
    receivedAt: at,
    requestId: `online-${id}`,
  };
  await inTransaction(lab.database.pool, async (client) => {
    const tx = new PgTransaction(client, stamp);
    await tx.patch(entity, id, changes);
    await tx.finish();
  });
}

/** Execute a lab operation online, through the server's own pages. */
export async function runOnline(
  lab: BenchLab,
  actor: Actor,
  name: string,
  args: Record<string, unknown>,
): Promise<void> {
  const definition = operationNamed(name);
  if (!definition) throw new Error(`There is no act ${name}.`);
  const { pool } = lab.database;
  const onBug = (error: unknown) => {
    throw error;
  };
  await executeOperation({ pool, timeZone: 'UTC', now: () => new Date(), onBug }, actor, definition, args);
}

const person = (name: string, role: Actor['role'] = 'LAB_TECH'): Actor => {
  const first = name.split(' ')[0]?.toLowerCase() ?? name;
  return buildActor({
    userId: `user-${first}`,
    userCompanyId: `membership-${first}`,
    companyId: `company-${first}`,
    name,
    role,
  });
};

/** Two users with a device each, and a manager with a third, at the real server. */
export interface TwoDevices {
  lab: BenchLab;
  ann: PersonAtBench;
  bob: PersonAtBench;
  mia: PersonAtBench;
  /** Add a tube to the lab. */
  tube(id: string, place?: { containerId: string; position: string }): Promise<void>;
  /** Sync all devices until none receives changes. */
  meet(): Promise<void>;
  /** Return where a tube is on all devices; throws when they differ. */
  locate(id: string): Promise<string>;
  /** Return a document as all devices show it; throws when they differ. */
  agreed(collection: CollectionName, id: string): Promise<Body>;
  openConflicts(): Promise<Body[]>;
  /** Return the one open conflict about a record. */
  conflictAbout(targetId: string): Promise<Body>;
  /** Decide a conflict as the manager, and sync all devices. */
  decides(
    conflict: Body,
    choice: 'KEEP_A' | 'KEEP_B' | 'ENTER_VALUE',
    value?: string,
  ): Promise<ReportedVerdict>;
  close(): Promise<void>;
}

/** Open the lab with a freezer, a rack and two boxes, and the additional rows of the world. */
export async function openTwoDevices(world?: MemoryWorld): Promise<TwoDevices> {
  const lab = await openBenchLab();
  await furnish(lab);
  if (world) await insertWorld(lab, world);
  const [ann, bob, mia] = await Promise.all([
    openBench(lab, person('Ann Archer')),
    openBench(lab, person('Bob Baker')),
    openBench(lab, person('Mia Manager', 'LAB_MANAGER')),
  ]);
  const everybody = [ann, bob, mia];
  const meet = async () => {
    for (let round = 0; round < 2; round++) for (const one of everybody) await one.online();
  };
  const openConflicts = async () => {
    const conflictQuery = { kind: 'SyncConflict', field: 'status', value: 'OPEN' };
    return (await mia.replica.base.query('conflicts', conflictQuery)).map((document) => document.body);
  };
  return {
    lab,
    ann,
    bob,
    mia,
    meet,
    tube: (id, place) => putTube(lab, id, place).then(meet),
    async locate(id) {
      const places = await Promise.all(everybody.map(async (one) => placeOf(await one.showsSample(id))));
      if (new Set(places).size !== 1) throw new Error(`${id} is in ${places.join(' and ')}.`);
      return places[0] ?? '';
    },
    async agreed(collection, id) {
      const documents = await Promise.all(everybody.map((one) => one.shows(collection, id)));
      const [first] = documents;
      if (!first) throw new Error(`${collection} ${id} is on no device.`);
      if (new Set(documents.map((body) => JSON.stringify(body))).size !== 1)
        throw new Error(`The devices do not agree about ${id}.`);
      return first;
    },
    openConflicts,
    async conflictAbout(targetId) {
      const conflicts = (await openConflicts()).filter((open) => open['targetId'] === targetId);
      if (conflicts.length !== 1 || !conflicts[0])
        throw new Error(`${conflicts.length} conflicts are open about ${targetId}.`);
      return conflicts[0];
    },
    async decides(conflict, choice, value) {
      const args = { conflictId: String(conflict['id']), choice, value: value ?? null };
      const decision = await mia.does('resolve-conflict', args, 0);
      await meet();
      return mia.verdict(decision);
    },
    async close() {
      for (const one of everybody) await one.replica.close();
      await lab.close();
    },
  };
}

const placeOf = (body: Body | undefined): string =>
  `${body?.['storageLocationId'] ?? '-'}, ${body?.['storagePosition'] ?? '-'}`;

async function putTube(lab: BenchLab, id: string, place?: { containerId: string; position: string }) {
  await lab.insert(barcode, buildBarcode({ id: `${id}-label`, value: id, type: 'SAMPLE', targetId: id }));
  const locationFields = place
    ? { storageLocationId: place.containerId, storagePosition: place.position }
    : {};
  const own = { id, barcode: id, barcodeId: `${id}-label`, specimenId: null, extractionProcedureId: null };
  await lab.insert(sample, buildSample({ ...own, ...locationFields }));
}

async function furnish(lab: BenchLab): Promise<void> {
  const putStorage = (row: Partial<StorageManagement>) =>
    lab.insert(storageManagement, buildStorageManagement(row));
  const box = { type: 'BOX', rows: 8, columns: 12, parentId: 'rack' } as const;
  await putStorage({ id: 'rack', name: 'Rack 4', type: 'RACK', rows: 5, columns: 5, parentId: null });
  await putStorage({ id: 'rack-5', name: 'Rack 5', type: 'RACK', rows: 5, columns: 5, parentId: null });
  await putStorage({ ...box, id: 'box', name: 'Box 12', positionInParent: 'A1' });
  await putStorage({ ...box, id: 'box-13', name: 'Box 13', positionInParent: 'A2' });
  await putStorage({ id: 'disposed', name: 'Disposed', type: 'DISPOSED', parentId: null });
}
