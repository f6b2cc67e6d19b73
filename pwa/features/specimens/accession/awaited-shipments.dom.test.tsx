import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReceiving, Receiving, scanIn, showCount, type Tab } from '#pwa/testing/receiving-screen.tsx';
import { readShown } from '#pwa/testing/simulated-device.ts';

let tab: Tab;
let first: string;
beforeEach(async () => {
  tab = await openReceiving();
  first = String((await readShown(tab.bench, 'orders', 'order-1'))?.body['orderNumber']);
});
afterEach(() => tab.bench.close());

const list = async () => within(await screen.findByRole('region', { name: /^Shipments to receive: / }));
const findShipment = async (orderNumber: string) =>
  (await list()).findByRole('button', { name: orderNumber });

test('shipments on their way are listed under the scan bar; a tapped one opens as if scanned', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await screen.findByRole('heading', { name: 'Shipments to receive: 2' });
  await userEvent.click(await findShipment(first));
  await showCount('expected', '3');
});

test('a user who returns from a session finds the list, and nothing opens by itself', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await userEvent.click(await findShipment(first));
  await scanIn(tab, 'TUBE-A');
  await showCount('received', '1');
  await userEvent.click(screen.getByRole('button', { name: 'All open sessions' }));
  await screen.findByText('Unfinished on this device: 1');
  expect(await findShipment('W-000777')).toBeTruthy();
  await userEvent.click(await findShipment(first));
  await showCount('received', '1');
});

test('a search without a match suggests what to do', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await findShipment(first);
  await userEvent.type((await list()).getByRole('searchbox'), 'nobody');
  await screen.findByText('No shipments to receive match “nobody”');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await findShipment('W-000777')).toBeTruthy();
});

test('without shipments on their way the page says when some will be listed', async () => {
  await tab.bench.close();
  tab = await openReceiving({ status: 'ORDERED' });
  tab.bench.contact.next({ ...tab.bench.contact.value, online: false });
  renderInRouter(<Receiving tab={tab} />);
  expect(await screen.findByText('No shipments in transit')).toBeTruthy();
});
