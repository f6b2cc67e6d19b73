import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operationNamed } from '#db/operations.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { openReceiving, Receiving, scanIn, showCount, type Tab } from '#pwa/testing/receiving-screen.tsx';
import { openDevice } from '#pwa/testing/simulated-device.ts';
import { readOpenSessions } from './open-sessions.tsx';

let tab: Tab;

beforeEach(async () => {
  tab = await openReceiving();
});
afterEach(() => tab.bench.close());

const scan = (code: string) => scanIn(tab, code);

const receivedIn = (container: HTMLElement) =>
  container.querySelector('[data-count="received"] dd')?.textContent;

test('a code that opens nothing shows a lasting message at once, with what this device cannot know', async () => {
  tab.bench.contact.next({
    ...tab.bench.contact.value,
    online: false,
    lastContactAt: Date.UTC(2026, 10, 21, 9),
  });
  renderInRouter(<Receiving tab={tab} />);
  await scan('NO-SUCH-ORDER');
  expect(await screen.findByText('No order matches NO-SUCH-ORDER.')).toBeTruthy();
  screen.getByText(
    /^This device has not heard the server since Nov 21 @ .* an order that is newer is not on it yet\./,
  );
  tab.bench.contact.next({ ...tab.bench.contact.value, online: true });
  await scan('NO-SUCH-ORDER');
  await screen.findByText(/^Check the number\./);
});

test('an unannounced package is received without an order, and its tubes are unexpected', async () => {
  const first = renderInRouter(<Receiving tab={tab} />);
  await scan('1ZNOBODY');
  await userEvent.click(await screen.findByRole('button', { name: 'Receive it without an order' }));
  await showCount('expected', '0');
  await scan('STRANGE-1');
  await showCount('unexpected', '1');
  await userEvent.click(screen.getByRole('tab', { name: /^Package/ }));
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'Scanned on the package: 1ZNOBODY.');
  first.unmount();
  renderInRouter(<Receiving tab={tab} />);
  await scan('1ZNOBODY');
  await userEvent.click(await screen.findByRole('button', { name: 'Receive it without an order' }));
  await showCount('unexpected', '1');
});

test('a package of a draft order is reported as such and received as unexpected', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('W-000888');
  await screen.findByText('Order W-000888 has not been submitted.');
  screen.getByText(/^The tubes go into quarantine as unexpected/);
  await userEvent.click(screen.getByRole('button', { name: 'Receive it' }));
  await showCount('expected', '0');
});

test('a lab code scanned instead of a package is identified', async () => {
  renderInRouter(<Receiving tab={tab} />);
  await scan('BOX-1');
  await screen.findByText('BOX-1 is Box 1.');
  expect(screen.queryByRole('button', { name: 'Receive it without an order' })).toBeNull();
});

test('a session that one user opens in two tabs keeps the tubes of both', async () => {
  const first = renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  const send = () => Promise.reject(new Error('This tab does not lead.'));
  const options = { name: tab.bench.store.name, actor: tab.bench.actor, definition: operationNamed };
  const other = await openDevice({ ...options, send, secondTab: true });
  const secondTab = { bench: other, bus: createScanBus({ repeatWindowMs: () => 0 }) };
  const second = renderInRouter(<Receiving tab={secondTab} />);
  await userEvent.click(await within(second.container).findByRole('button', { name: /^Continue/ }));
  await waitFor(() => expect(receivedIn(second.container)).toBe('0'));
  await scan('TUBE-A');
  await scanIn(secondTab, 'TUBE-B');
  for (const container of [first.container, second.container])
    await waitFor(() => expect(receivedIn(container)).toBe('2'));
  const [storedSession] = await readOpenSessions(tab.bench);
  expect(storedSession?.tubes.map(({ scannedCode }) => scannedCode)).toEqual(['TUBE-A', 'TUBE-B']);
  await other.close();
});

test('a shipment selected on another page opens without a scan', async () => {
  renderInRouter(<Receiving tab={tab} order="order-1" />);
  await showCount('expected', '3');
});

test('a shipment with an open session on this device is resumed, however it is opened again', async () => {
  const first = renderInRouter(<Receiving tab={tab} />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  first.unmount();
  const second = renderInRouter(<Receiving tab={tab} order="order-1" />);
  await showCount('received', '1');
  second.unmount();
  renderInRouter(<Receiving tab={tab} />);
  expect(await screen.findByText('Unfinished on this device: 1')).toBeTruthy();
  await scan('1ZTEST');
  await showCount('received', '1');
});
