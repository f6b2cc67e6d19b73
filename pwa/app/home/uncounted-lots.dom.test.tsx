import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildInventoryItem } from '#db/factories/build-inventory.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useUncountedLotsNotice } from './home-notices.tsx';

const UncountedLots = () => useUncountedLotsNotice(true);

let bench: Replica | null = null;
afterEach(() => {
  cleanup();
  bench?.close();
  bench = null;
});

test('the home page links to over-drawn lots, and not to a discarded one', async () => {
  const server = new ModelServer(operationNamed);
  const lots = [
    { id: 'over', remaining: '-40' },
    { id: 'gone', remaining: '-5', disposalReason: 'Spilled' },
    { id: 'full', remaining: '250' },
  ];
  for (const lot of lots) server.world.putRow(inventoryItem, buildInventoryItem(lot));
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: 'uncounted', actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <UncountedLots />
    </ReplicaProvider>,
    { wrapper: RouterWrapper },
  );
  expect(await screen.findByText('1 lot must be counted')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Count it' }).getAttribute('href')).toBe(
    '/lab/inventory/storage-management',
  );
});
