import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { HomePage } from './home-page.tsx';

afterEach(cleanup);

test('the home of a tech says that it is still loading until the lab was loaded once', async () => {
  const server = new ModelServer(operationNamed);
  server.world.putRow(sample, buildSample({ id: 'waiting', status: 'IN_QUEUE', stage: 'EXTRACTION' }));
  server.commit();
  const device = await openDevice({ name: 'first-load', actor: ANN, send: server.sendAs(ANN) });
  renderInRouter(
    <ReplicaProvider replica={device}>
      <HomePage opens={(path) => path !== '/data-sync'} open={() => undefined} />
    </ReplicaProvider>,
  );
  // My tasks, shipments, samples and the queue.
  expect(await screen.findAllByText('Still loading', { selector: 'p' })).toHaveLength(4);
  expect(screen.queryByText('Nothing assigned to you.')).toBeNull();
  expect(screen.queryByText('0 samples')).toBeNull();
  await syncOnce(device);
  const position = (await readPosition(device.store.side)) ?? null;
  device.contact.next({ ...device.contact.value, position });
  expect(await screen.findByText('Nothing assigned to you.')).toBeTruthy();
  expect(await screen.findByText('1 sample')).toBeTruthy();
  expect(screen.queryByText('Still loading')).toBeNull();
  await device.close();
});
