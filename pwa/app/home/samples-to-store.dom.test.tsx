import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useSamplesToStoreNotice } from './home-notices.tsx';

const SamplesToStore = () => useSamplesToStoreNotice(true);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the home page counts and links the samples to store until they are checked in', async () => {
  const server = new ModelServer(operationNamed);
  const { world } = openFinishedOrder();
  const putLocation = (row: Parameters<typeof buildStorageManagement>[0]) =>
    world.putRow(storageManagement, buildStorageManagement(row));
  putLocation({ id: 'freezer', type: 'FREEZER', name: 'Freezer 1', parentId: null });
  putLocation({ id: 'cold', type: 'BOX', name: 'Cold box', parentId: 'freezer' });
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const actor = buildActor();
  const bench = await openDevice({ name: 'samples-to-store', actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <SamplesToStore />
    </ReplicaProvider>,
  );
  await screen.findByText('2 finished samples are to be stored');
  const link = screen.getByRole('link', { name: 'Show in the list' });
  expect(link.getAttribute('href')).toBe('/lab/samples?waits=STORING');
  await bench.run('move-sample', { sampleId: 'tube-failed', containerId: 'cold', position: 'A1' });
  await screen.findByText('1 finished sample is to be stored');
  await bench.run('move-sample', { sampleId: 'tube-done', containerId: 'cold', position: 'A2' });
  await waitFor(() => expect(screen.queryByText(/to be stored/)).toBeNull());
  await bench.close();
});
