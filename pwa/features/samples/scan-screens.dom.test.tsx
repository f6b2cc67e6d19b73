import 'fake-indexeddb/auto';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { saveScannerSettings } from '#pwa/scanning/scanner-settings.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, shown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { BulkMovePanel } from './bulk-move-panel.tsx';
import { CheckOutPage } from './check-out-page.tsx';
import type { MoveMode } from './move-modes.ts';
import { MovePage } from './move-page.tsx';
import { PlaceStation } from './place-station.tsx';
import { RackScanPanel } from './rack-scan-panel.tsx';
import { ReRackPanel } from './re-rack-panel.tsx';
import { StockTakePanel } from './stock-take-panel.tsx';

let bench: Replica;
let bus: ScanBus;
let made = 0;
const TUBES = Array.from({ length: 96 }, (_, n) => `TUBE-${String(n + 1).padStart(2, '0')}`);

beforeEach(async () => {
  saveScannerSettings({ muted: true });
  const server = new ModelServer(operationNamed);
  const place = (id: string, more = {}) =>
    server.world.put(
      storageManagement,
      buildStorageManagement({ id, name: id, barcode: id.toUpperCase(), ...more }),
    );
  place('room', { type: 'ROOM' });
  place('shelf', { type: 'SHELF', parentId: 'room' });
  place('box-1', { parentId: 'shelf', rows: 10, columns: 10 });
  place('vault', { parentId: 'shelf', rows: 2, columns: 2, restrictedTo: ['LAB_MANAGER'] });
  place('box-2', { parentId: 'shelf', rows: 2, columns: 2 });
  for (const [n, barcode] of TUBES.entries()) {
    const storagePosition = `${'ABCDEFGHIJ'[Math.floor(n / 10)]}${(n % 10) + 1}`;
    const row = { id: barcode, barcode, specimenId: null, storageLocationId: 'box-1', storagePosition };
    server.world.put(sample, buildSample(row));
  }
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: `scans-${made++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  bus = createScanBus({ repeatWindowMs: () => 0 });
});

afterEach(() => bench.close());

const show = (page: React.ReactNode) =>
  render(
    <ReplicaProvider replica={bench}>
      <ScanBusContext value={bus}>{page}</ScanBusContext>
    </ReplicaProvider>,
  );
const scan = async (...codes: string[]): Promise<void> => {
  act(() => {
    for (const code of codes) bus.publish(code, 'hand');
  });
  await waitFor(() => expect(bus.waiting()).toBe(0), { timeout: 20_000 });
};
const said = () => document.querySelector('[data-verdict]')?.textContent ?? '';
const placeOf = async (id: string) => {
  const body = (await shown(bench, 'samples', id))?.body;
  return `${body?.['storageLocationId']} ${body?.['storagePosition']}`;
};

test('sample, place, next: three tubes are moved without touching the screen', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-2', 'TUBE-02', 'BOX-2', 'TUBE-03', 'SHELF');
  expect(await placeOf('TUBE-01')).toBe('box-2 A1');
  expect(await placeOf('TUBE-02')).toBe('box-2 A2');
  expect(await placeOf('TUBE-03')).toBe('shelf null');
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['move-sample', 'move-sample', 'move-sample']);
});

test('an occupied position is a hard stop that keeps nothing, and the two can be swapped', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-1', 'A2');
  await waitFor(() => expect(said()).toContain('Position A2 in box-1 is occupied by TUBE-02.'));
  expect(bench.outbox.all()).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Swap with TUBE-02' }));
  await waitFor(async () => expect(await placeOf('TUBE-01')).toBe('box-1 A2'));
  expect(await placeOf('TUBE-02')).toBe('box-1 A1');
});

test('a displaced tube goes to the place that is scanned, never to nowhere', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-1', 'A2');
  await userEvent.click(await screen.findByRole('button', { name: 'Displace TUBE-02' }));
  await scan('BOX-2');
  expect(await placeOf('TUBE-01')).toBe('box-1 A2');
  expect(await placeOf('TUBE-02')).toBe('box-2 A1');
});

test('a fifth tube finds the box full and stays in the hand', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  for (const tube of TUBES.slice(0, 4)) await scan(tube, 'BOX-2');
  await scan('TUBE-05', 'BOX-2');
  await waitFor(() => expect(said()).toContain('box-2 is full.'));
  expect(await placeOf('TUBE-05')).toBe('box-1 A5');
  expect(await screen.findByText('Scan the place for TUBE-05')).toBeTruthy();
});

test('a checked-out tube is refused to nobody twice: again is a repeat, its slot stays reserved', async () => {
  show(<CheckOutPage onTaken={() => undefined} />);
  await screen.findByText('0 done in this session');
  await scan('TUBE-01', 'TUBE-01', 'NOPE');
  const log = within(await screen.findByRole('list', { name: 'Scans of this session' }));
  await waitFor(() => {
    const verdicts = log.getAllByRole('listitem').map((row) => row.dataset['verdict']);
    expect(verdicts).toEqual(['error', 'repeat', 'ok']);
  });
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['check-out-sample']);
  expect(await placeOf('TUBE-01')).toBe('box-1 A1');
});

test('96 scans in a row give 96 rows', async () => {
  show(<StockTakePanel />);
  await screen.findByText('Scan the place to count');
  await scan('BOX-1', ...TUBES);
  expect(await screen.findByText('96 counted')).toBeTruthy();
  expect(await screen.findByText('0 expected and not yet seen')).toBeTruthy();
});

test('what was scanned is dropped only after asking, and with nothing scanned nothing is asked', async () => {
  const user = userEvent.setup();
  show(<BulkMovePanel />);
  await screen.findByText('Scan the container where they go');
  await scan('BOX-2', 'TUBE-01', 'TUBE-02');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  const window = within(await screen.findByRole('dialog', { name: 'Clear the list' }));
  await user.click(window.getByRole('button', { name: 'Back' }));
  screen.getByText('2 listed for box-2');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await user.click(await screen.findByRole('button', { name: 'Drop 2 listed samples' }));
  await screen.findByText('Scan the container where they go');
  await scan('BOX-2');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await screen.findByText('Scan the container where they go');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a re-rack says of one tube that it is one, and which tubes come from elsewhere', async () => {
  show(<ReRackPanel />);
  await screen.findByText('Scan the box that was spilled');
  await scan('BOX-2');
  await waitFor(() => expect(said()).toContain('0 tubes are expected.'));
  await scan('TUBE-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish' }));
  const window = within(await screen.findByRole('dialog', { name: 'Finish box-2' }));
  await window.findByText('1 tube recorded elsewhere will be of this box.');
  window.getByRole('button', { name: 'Record 1 tube' });
});

test('a rack file in which no tube of the box stands is doubted before it is recorded', async () => {
  show(<RackScanPanel />);
  await screen.findByText('Scan the box or rack');
  await scan('BOX-1');
  const upload = await screen.findByLabelText('Rack file or picture of the rack');
  const file = (text: string) => new File([text], 'rack.csv', { type: 'text/csv' });
  await userEvent.upload(upload, file('A1,STRANGE-1\nB1,STRANGE-2'));
  await screen.findByText('No tube of box-1 is in this file.');
  await userEvent.upload(upload, file('A1,TUBE-01'));
  await screen.findByText(/^1 stays where it is/);
  await waitFor(() => expect(screen.queryByText('No tube of box-1 is in this file.')).toBeNull());
  await userEvent.upload(upload, file('A1,TUBE-01\nB1,'));
  await screen.findByText('1 problem. Correct the file and choose it again.');
});

test('a place that is reserved for others is refused before a list is made for it', async () => {
  show(<BulkMovePanel />);
  await screen.findByText('Scan the container where they go');
  await scan('VAULT', 'TUBE-01');
  await waitFor(() => expect(said()).toContain('Scan the container first.'));
  await scan('VAULT');
  await waitFor(() => expect(said()).toContain('Your role may not use vault.'));
});

function Moving() {
  const [mode, setMode] = useState<MoveMode>('samples');
  return (
    <MovePage mode={mode} arrival={{ sampleId: undefined, onTaken: () => undefined }} onMode={setMode} />
  );
}

test('a way of moving that is chosen comes while the page stands, and takes the next scan', async () => {
  show(<Moving />);
  await screen.findByText('Scan a sample');
  const heading = screen.getByRole('heading', { name: 'Move samples' });
  await userEvent.click(screen.getByRole('radio', { name: 'Stock-take' }));
  await screen.findByText('Scan the place to count');
  expect(screen.getByRole('heading', { name: 'Move samples' })).toBe(heading);
  await scan('BOX-1', 'TUBE-01');
  await waitFor(() => expect(said()).toContain('Here'));
});
