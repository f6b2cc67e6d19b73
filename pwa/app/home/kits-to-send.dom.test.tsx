import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useKitsNotice } from './waiting-work.tsx';

const KitsToSend = () => useKitsNotice(true);

let bench: Replica;
let deviceCount = 0;
afterEach(() => bench.close());

/** Wait for the data, so that an absent notice means something. */
const Read = () => <output>{`${useQuery('orders', { kind: order.name })?.length ?? 'no'} orders`}</output>;

async function show(rows: readonly [Order['status'], Partial<Shipment>][]): Promise<void> {
  const server = new ModelServer(operationNamed);
  for (const [status, shipmentFields] of rows) {
    const row = buildOrder({ status, orderType: 'CAMPAIGN', kitCount: 12 });
    server.world.putRow(order, row);
    server.world.putRow(
      shipment,
      buildShipment({ orderId: row.id, direction: 'KIT_OUT', ...shipmentFields }),
    );
  }
  server.commit();
  const actor = buildActor({ role: 'PROJECT_MANAGER' });
  deviceCount += 1;
  bench = await openDevice({ name: `kits-${deviceCount}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <KitsToSend />
      <Read />
    </ReplicaProvider>,
  );
  await screen.findByText(`${rows.length} orders`);
}

test('kit senders see on the home page offline how many orders wait for kits', async () => {
  await show([
    ['ANTICIPATED', { status: 'NOT_STARTED' }],
    ['ORDERED', { status: 'RETURNED' }],
    ['ORDERED', { status: 'IN_TRANSIT' }],
    ['CANCELED', { status: 'NOT_STARTED' }],
    ['ORDERED', { status: 'NOT_STARTED', direction: 'INBOUND' }],
  ]);
  expect(await screen.findByText('2 orders are waiting for collection kits')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'View orders' });
  expect(link.getAttribute('href')).toBe('/lab/orders?kits=TO_SEND');
});

test('no notice is shown when no kits wait', async () => {
  await show([['ORDERED', { status: 'PRE_TRANSIT' }]]);
  expect(screen.queryByText(/collection kits/)).toBeNull();
});
