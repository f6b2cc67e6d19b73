import { buildBarcode } from '#db/factories/build-barcode.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Body } from '#pwa/replica/document.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { type BenchLab, openBenchLab } from './bench-lab.ts';
import { openDevice, shown, syncOnce } from './simulated-device.ts';

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

/** Two people with a device each, and a manager with a third, at the real server. */
export interface TwoDevices {
  lab: BenchLab;
  ann: PersonAtBench;
  bob: PersonAtBench;
  mia: PersonAtBench;
  /** Puts a tube into the lab. */
  tube(id: string, place?: { containerId: string; position: string }): Promise<void>;
  /** Everybody is online until nothing is new for anybody. */
  meet(): Promise<void>;
  /** Where a tube is, as all devices say; throws when they differ. */
  where(id: string): Promise<string>;
  openConflicts(): Promise<Body[]>;
  close(): Promise<void>;
}

/** One person at one device. What they do stays on it until they are online. */
export interface PersonAtBench {
  actor: Actor;
  replica: Replica;
  /** Does something, so many minutes before now. */
  does(name: string, args: Record<string, unknown>, minutesAgo: number): Promise<string>;
  online(): Promise<void>;
  /** The server's verdict on what this person did. */
  verdict(operationId: string): { outcome: string | null; message: string | null };
  sees(id: string): Promise<Body | undefined>;
}

/** Opens the lab with a freezer, a rack and two boxes. */
export async function openTwoDevices(): Promise<TwoDevices> {
  const lab = await openBenchLab();
  await furnish(lab);
  const [ann, bob, mia] = await Promise.all([
    openBench(lab, person('Ann Archer')),
    openBench(lab, person('Bob Baker')),
    openBench(lab, person('Mia Manager', 'LAB_MANAGER')),
  ]);
  const everybody = [ann, bob, mia];
  const meet = async () => {
    for (let round = 0; round < 2; round++) for (const one of everybody) await one.online();
  };
  return {
    lab,
    ann,
    bob,
    mia,
    meet,
    async tube(id, place) {
      await lab.insert(barcode, buildBarcode({ id: `${id}-label`, value: id, type: 'SAMPLE', targetId: id }));
      const stored = place ? { storageLocationId: place.containerId, storagePosition: place.position } : {};
      await lab.insert(
        sample,
        buildSample({
          id,
          barcode: id,
          barcodeId: `${id}-label`,
          specimenId: null,
          extractionProcedureId: null,
          ...stored,
        }),
      );
      await meet();
    },
    async where(id) {
      const places = await Promise.all(everybody.map(async (one) => placeOf(await one.sees(id))));
      if (new Set(places).size !== 1) throw new Error(`${id} is in ${places.join(' and ')}.`);
      return places[0] ?? '';
    },
    async openConflicts() {
      const found = await mia.replica.base.query('conflicts', {
        kind: 'SyncConflict',
        field: 'status',
        value: 'OPEN',
      });
      return found.map((document) => document.body);
    },
    async close() {
      for (const one of everybody) await one.replica.close();
      await lab.close();
    },
  };
}

const placeOf = (body: Body | undefined): string =>
  `${body?.['storageLocationId'] ?? '-'}, ${body?.['storagePosition'] ?? '-'}`;

async function furnish(lab: BenchLab): Promise<void> {
  const put = (row: Partial<StorageManagement>) => lab.insert(storageManagement, buildStorageManagement(row));
  await put({ id: 'rack', name: 'Rack 4', type: 'RACK', rows: 5, columns: 5, parentId: null });
  await put({ id: 'rack-5', name: 'Rack 5', type: 'RACK', rows: 5, columns: 5, parentId: null });
  await put({
    id: 'box',
    name: 'Box 12',
    type: 'BOX',
    rows: 8,
    columns: 12,
    parentId: 'rack',
    positionInParent: 'A1',
  });
  await put({
    id: 'box-13',
    name: 'Box 13',
    type: 'BOX',
    rows: 8,
    columns: 12,
    parentId: 'rack',
    positionInParent: 'A2',
  });
  await put({ id: 'disposed', name: 'Disposed', type: 'DISPOSED', parentId: null });
}

let opened = 0;

async function openBench(lab: BenchLab, actor: Actor): Promise<PersonAtBench> {
  await lab.addPerson(actor);
  let minutesAgo = 0;
  const now = () => Date.now() - minutesAgo * 60_000;
  const replica = await openDevice({ name: `two-${opened++}`, actor, send: lab.sendAs(actor), now });
  const online = async () => {
    if (!(await syncOnce(replica))) throw new Error(`${actor.name} could not reach the server.`);
  };
  await online();
  return {
    actor,
    replica,
    online,
    async does(name, args, ago) {
      minutesAgo = ago;
      const result = await replica.run(name, args);
      minutesAgo = 0;
      if (!result.queued) throw new Error(`${actor.name} was told: ${result.message}`);
      return result.operationId;
    },
    verdict(operationId) {
      const found = replica.outbox.all().find((operation) => operation.id === operationId);
      return { outcome: found?.outcome ?? null, message: found?.message ?? null };
    },
    sees: async (id) => (await shown(replica, 'samples', id))?.body,
  };
}
