import 'fake-indexeddb/auto';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { toShownMenu } from '#db/access/shown-menu.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/orders/order.ts';
import { sample } from '#db/samples/sample.ts';
import { Sidebar } from '#pwa/navigation/sidebar.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { BenchMenuCount } from './menu-count.tsx';

const MENU_SHOWN = toShownMenu([MENU.labQueue, MENU.batches, MENU.labOrders]);
const lineOf = (name: string) => {
  const line = screen.getByRole('link', { name }).parentElement;
  if (!line) throw new Error(`${name} stands in no list.`);
  return within(line);
};

test('the menu counts the samples in the queue and the orders to receive, up to 99', async () => {
  const server = new ModelServer(operationNamed);
  for (let n = 0; n < 120; n += 1) server.world.putRow(sample, buildSample({ status: 'IN_QUEUE' }));
  server.world.putRow(sample, buildSample({ status: 'IN_STORAGE' }));
  server.world.putRow(order, buildOrder({ status: 'SHIPPED' }));
  server.world.putRow(order, buildOrder({ status: 'COMPLETED' }));
  server.commit();
  const actor = buildActor({ role: 'LAB_MANAGER' });
  const bench = await openDevice({ name: 'menu-count', actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <Sidebar menu={MENU_SHOWN} path="/" count={(path) => <BenchMenuCount path={path} />} />
    </ReplicaProvider>,
  );
  await screen.findByText('99+');
  expect(lineOf('Queue').getByText('waiting')).toBeTruthy();
  expect((await screen.findByText('to receive')).parentElement?.textContent).toBe('1 to receive');
  expect(lineOf('Batches').queryByText(/\d/)).toBeNull();
  await bench.close();
});
