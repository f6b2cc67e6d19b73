import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildReceivingWorld } from '#db/factories/receiving-bench.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import { flow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { protocolFlow } from '#db/protocols/protocol-flow.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { saveScannerSettings } from '#pwa/scanning/scanner-settings.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog.tsx';
import { AccessionPage } from './accession-page.tsx';

let bench: Replica;
let bus: ScanBus;
let made = 0;

const tube = (id: string, code: string, orderId = 'order-1') => ({
  id,
  orderId,
  status: 'SHIPPED' as const,
  tubeBarcode: code,
  requisitionNumber: `REQ-${code}`,
});

beforeEach(async () => {
  saveScannerSettings({ muted: true });
  await loadDialogs();
  const server = new ModelServer(operationNamed);
  const world = buildReceivingWorld({
    specimens: [tube('specimen-a', 'TUBE-A'), tube('specimen-b', 'TUBE-B'), tube('specimen-c', 'TUBE-C')],
  });
  for (const row of world.all(company)) server.world.put(company, row);
  for (const row of world.all(protocol)) server.world.put(protocol, row);
  for (const row of world.all(flow)) server.world.put(flow, row);
  for (const row of world.all(protocolFlow)) server.world.put(protocolFlow, row);
  for (const row of world.all(specimen)) server.world.put(specimen, row);
  const [first] = world.all(order);
  if (!first) throw new Error('The world has an order.');
  server.world.put(order, first);
  const other = { ...first, id: 'order-2', orderNumber: 'W-000777', trackingNumber: null };
  server.world.put(order, other);
  const [row] = world.all(specimen);
  if (!row) throw new Error('The world has specimens.');
  server.world.put(specimen, { ...row, ...tube('specimen-x', 'TUBE-X', 'order-2') });
  server.commit();
  const actor = buildActor();
  bench = await openDevice({
    name: `receiving-${made++}`,
    actor,
    send: server.sendAs(actor),
    definition: operationNamed,
  });
  await syncOnce(bench);
  bus = createScanBus({ repeatWindowMs: () => 0 });
});
afterEach(() => bench.close());

function Receiving({ order: orderId = null }: { order?: string | null }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>
        <PrintLabelsContext value={async () => true}>
          <AccessionPage sessionId={open} orderId={orderId} onSession={setOpen} />
        </PrintLabelsContext>
      </ScanBusContext>
    </ReplicaProvider>
  );
}

const scan = (code: string) => act(async () => void bus.publish(code, 'hand'));
const counts = (): Record<string, string> =>
  Object.fromEntries(
    within(screen.getByLabelText('Counts of this session'))
      .getAllByRole('definition')
      .map((figure) => [figure.parentElement?.dataset['count'] ?? '', figure.textContent ?? '']),
  );
const showCount = (name: string, value: string) => waitFor(() => expect(counts()[name]).toBe(value));

test('a code that opens nothing is said at once and stays', async () => {
  render(<Receiving />);
  await scan('NO-SUCH-ORDER');
  expect(await screen.findByText('No order matches NO-SUCH-ORDER.')).toBeTruthy();
});

test('tubes scanned faster than the screen is drawn each become a row, and a repeat does not', async () => {
  render(<Receiving />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await act(async () => {
    for (const code of ['TUBE-A', 'TUBE-B', 'TUBE-A', 'NOBODY']) bus.publish(code, 'hand');
  });
  await showCount('unexpected', '1');
  expect(counts()).toEqual({ expected: '3', received: '2', missing: '1', unexpected: '1', problems: '0' });
  await scan('TUBE-B');
  expect(await screen.findByText('TUBE-B was already scanned in this session.')).toBeTruthy();
  expect(counts()['received']).toBe('2');
});

test('a session is there again after the page was opened anew, and can be given up', async () => {
  const first = render(<Receiving />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  first.unmount();
  render(<Receiving />);
  await userEvent.click(await screen.findByRole('button', { name: /^Go on with/ }));
  await showCount('received', '1');
  await userEvent.click(screen.getByRole('button', { name: 'Give this session up' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Give it up' }));
  expect(await screen.findByText('No delivery is open')).toBeTruthy();
});

test('after a leaking tube is recorded the tubes beside it are asked for; a wet one is scanned and goes to quarantine', async () => {
  render(<Receiving />);
  await scan('1ZTEST');
  for (const code of ['TUBE-A', 'TUBE-B', 'TUBE-C']) await scan(code);
  await showCount('received', '3');
  const [newest] = await screen.findAllByRole('button', { name: /^W\d{5}-\w{4}$/ });
  if (!newest) throw new Error('No tube is listed.');
  await userEvent.click(newest);
  await userEvent.selectOptions(await screen.findByLabelText(/^Condition/), 'Leaking');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Say what you found' }));
  await scan('TUBE-B');
  await userEvent.click(await screen.findByRole('button', { name: 'Quarantine 1 as contaminated' }));
  await showCount('problems', '2');
  expect(screen.queryByRole('button', { name: 'Say what you found' })).toBeNull();
});

test('a parcel chosen on another page opens without a scan', async () => {
  render(<Receiving order="order-1" />);
  await showCount('expected', '3');
});

test('a parcel whose session was begun on this device is gone on with, however it is opened again', async () => {
  const first = render(<Receiving />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  first.unmount();
  const second = render(<Receiving order="order-1" />);
  await showCount('received', '1');
  second.unmount();
  render(<Receiving />);
  expect(await screen.findByText('Unfinished on this device: 1')).toBeTruthy();
  await scan('1ZTEST');
  await showCount('received', '1');
});

test('a tube of another order is kept until somebody decides, then joins with its order', async () => {
  render(<Receiving />);
  await scan('1ZTEST');
  await showCount('expected', '3');
  await scan('TUBE-X');
  await userEvent.click(await screen.findByRole('button', { name: 'Add order W-000777' }));
  await showCount('expected', '4');
  await showCount('received', '1');
  expect(screen.queryByRole('button', { name: 'Add order W-000777' })).toBeNull();
});

test('the wrong label on a tube is a stop, the right one is checked', async () => {
  render(<Receiving />);
  await scan('1ZTEST');
  await scan('TUBE-A');
  await showCount('received', '1');
  const julianId = (await screen.findByText(/^W\d{5}-\w{4}$/, { selector: 'p' })).textContent ?? '';
  await scan('W26325-9999-01');
  expect(await screen.findByText(`Label does not match ${julianId}.`)).toBeTruthy();
  await scan(`${julianId}-01`);
  expect(await screen.findByText('Label matches')).toBeTruthy();
});
