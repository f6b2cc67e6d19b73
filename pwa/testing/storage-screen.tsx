import type { ReactNode } from 'react';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { operationNamed } from '#db/operations.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useHandScanner } from '#pwa/scanning/use-scan.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { ModelServer } from './model-server.ts';
import { openDevice, syncOnce } from './simulated-device.ts';

/** The tubes of box-1, in row order. */
export const TUBES = Array.from({ length: 96 }, (_, n) => `TUBE-${String(n + 1).padStart(2, '0')}`);

/** The position in box-1 of the tube with this index. */
export const positionInBox = (n: number): string => `${'ABCDEFGHIJ'[Math.floor(n / 10)]}${(n % 10) + 1}`;

let deviceCount = 0;

/**
 * A device with two shelves, box-1 with tubes (96 by default), box-2 with four free places, a vault that is
 * reserved for other users, and Bo who has a badge.
 */
export async function openStorage({ tubes = TUBES }: { tubes?: readonly string[] } = {}): Promise<Replica> {
  const server = new ModelServer(operationNamed);
  const place = (id: string, more = {}) =>
    server.world.putRow(
      storageManagement,
      buildStorageManagement({ id, name: id, barcode: id.toUpperCase(), ...more }),
    );
  place('room', { type: 'ROOM' });
  place('shelf', { type: 'SHELF', parentId: 'room' });
  place('shelf-2', { type: 'SHELF', parentId: 'room' });
  place('box-1', { parentId: 'shelf', rows: 10, columns: 10 });
  place('vault', { parentId: 'shelf', rows: 2, columns: 2, restrictedTo: ['LAB_MANAGER'] });
  place('box-2', { parentId: 'shelf', rows: 2, columns: 2 });
  for (const [n, tube] of tubes.entries()) {
    const at = { storageLocationId: 'box-1', storagePosition: positionInBox(n) };
    server.world.putRow(sample, buildSample({ id: tube, barcode: tube, specimenId: null, ...at }));
  }
  server.world.putRow(person, buildPerson({ id: 'membership-bo', userId: 'user-bo', name: 'Bo Bench' }));
  server.world.putRow(
    barcode,
    buildBarcode({ value: 'BADGE-BO', type: 'USER_BADGE', targetId: 'membership-bo' }),
  );
  server.commit();
  const actor = buildActor();
  const bench = await openDevice({
    name: `storage-screen-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
  });
  await syncOnce(bench);
  return bench;
}

function HandScanner() {
  useHandScanner();
  return null;
}

/** A page with a hand scanner. */
export const showPage = (bench: Replica, bus: ScanBus, page: ReactNode) =>
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <HandScanner />
        {page}
      </ScanBusContext>
    </ReplicaProvider>,
  );
