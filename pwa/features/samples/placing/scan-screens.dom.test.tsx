import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckOutPage } from '#pwa/features/samples/custody/check-out-page.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { readShown } from '#pwa/testing/simulated-device.ts';
import { openStorage, showPage, TUBES } from '#pwa/testing/storage-screen.tsx';
import { BulkMovePanel } from './bulk-move-panel.tsx';
import type { MoveMode } from './deep-link-search.ts';
import { MovePage } from './move-page.tsx';
import { PlaceStation } from './place-station.tsx';
import { ReRackPanel } from './re-rack-panel.tsx';
import { StockTakePanel } from './stock-take-panel.tsx';

let bench: Replica;
let bus: ScanBus;

beforeEach(async () => {
  saveScannerSettings({ muted: true });
  bench = await openStorage();
  bus = createScanBus({ repeatWindowMs: () => 0 });
});

afterEach(() => bench.close());

const show = (page: React.ReactNode) => showPage(bench, bus, page);
const scan = async (...codes: string[]): Promise<void> => {
  act(() => {
    for (const code of codes) bus.publish(code, 'hand');
  });
  await waitFor(() => expect(bus.waiting()).toBe(0), { timeout: 20_000 });
};
const readVerdict = () => document.querySelector('[data-verdict]')?.textContent ?? '';
const placeOf = async (id: string) => {
  const body = (await readShown(bench, 'samples', id))?.body;
  return `${body?.['storageLocationId']} ${body?.['storagePosition']}`;
};

test('three tubes are moved by scans alone: sample, location, next', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-2', 'TUBE-02', 'BOX-2', 'TUBE-03', 'SHELF');
  expect(await placeOf('TUBE-01')).toBe('box-2 A1');
  expect(await placeOf('TUBE-02')).toBe('box-2 A2');
  expect(await placeOf('TUBE-03')).toBe('shelf null');
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['move-sample', 'move-sample', 'move-sample']);
});

test('many tubes are checked in with one scan of their box', async () => {
  for (const tube of ['TUBE-01', 'TUBE-02', 'TUBE-03'])
    await bench.run('check-out-sample', { sampleId: tube, purpose: 'QC' });
  show(<PlaceStation returning />);
  await screen.findByText('Scan a sample');
  await scan('BOX-2');
  await screen.findByText('Scan a sample for box-2');
  await scan('TUBE-01', 'TUBE-02', 'TUBE-03');
  expect(await placeOf('TUBE-01')).toBe('box-2 A1');
  expect(await placeOf('TUBE-03')).toBe('box-2 B1');
  await userEvent.click(screen.getByRole('button', { name: 'Stop filling box-2' }));
  await screen.findByText('Scan a sample');
});

test('a tube placed home by a press and scanned home right after is checked in once', async () => {
  show(<PlaceStation returning />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01');
  const home = await screen.findByRole('button', { name: 'Home: box-1, A1' });
  act(() => {
    home.click();
    home.click();
    bus.publish('TUBE-01', 'hand');
    bus.publish('BOX-1', 'hand');
  });
  await waitFor(() => expect(readVerdict()).toContain('Already in box-1, A1.'));
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['check-in-sample']);
  await scan('TUBE-02', 'BOX-1', 'TUBE-01', 'BOX-1');
  expect(bench.outbox.all()).toHaveLength(3);
});

test('two presses record a bulk move, a stock-take and a re-rack once', async () => {
  const double = async (name: string): Promise<void> => {
    const button = await screen.findByRole('button', { name });
    act(() => {
      button.click();
      button.click();
    });
  };
  const { unmount } = show(<BulkMovePanel />);
  await screen.findByText('Scan the container or the samples');
  await scan('BOX-2', 'TUBE-01');
  await double('Move 1 sample');
  await screen.findByText('0 listed');
  unmount();
  const counting = show(<StockTakePanel />);
  await screen.findByText('Scan the location to count');
  await scan('BOX-2', 'TUBE-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the count' }));
  await double('Record this count');
  await screen.findByText('Scan the location to count');
  counting.unmount();
  show(<ReRackPanel />);
  await screen.findByText('Scan the box that was spilled');
  await scan('BOX-2', 'TUBE-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish' }));
  await double('Record 1 tube');
  await screen.findByText('Scan the box that was spilled');
  expect(bench.outbox.all().map((one) => one.name)).toEqual([
    'move-samples',
    'take-stock',
    're-rack-container',
  ]);
});

test('an occupied position blocks the placement, and the two tubes can be swapped', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-1', 'A2');
  await waitFor(() => expect(readVerdict()).toContain('Position A2 in box-1 is occupied by TUBE-02.'));
  expect(bench.outbox.all()).toHaveLength(0);
  await userEvent.click(await screen.findByRole('button', { name: 'Swap with TUBE-02' }));
  await waitFor(async () => expect(await placeOf('TUBE-01')).toBe('box-1 A2'));
  expect(await placeOf('TUBE-02')).toBe('box-1 A1');
});

test('a displaced tube goes to the scanned location, never to none', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  await scan('TUBE-01', 'BOX-1', 'A2');
  await userEvent.click(await screen.findByRole('button', { name: 'Displace TUBE-02' }));
  await scan('BOX-2');
  expect(await placeOf('TUBE-01')).toBe('box-1 A2');
  expect(await placeOf('TUBE-02')).toBe('box-2 A1');
});

test('a fifth tube finds the box full and stays the current one', async () => {
  show(<PlaceStation returning={false} />);
  await screen.findByText('Scan a sample');
  for (const tube of TUBES.slice(0, 4)) await scan(tube, 'BOX-2');
  await scan('TUBE-05', 'BOX-2');
  await waitFor(() => expect(readVerdict()).toContain('box-2 is full.'));
  expect(await placeOf('TUBE-05')).toBe('box-1 A5');
  expect(await screen.findByText('Scan the location for TUBE-05')).toBeTruthy();
});

test('a checked-out tube scanned again is a repeat, and its slot stays reserved', async () => {
  show(<CheckOutPage onTaken={() => undefined} />);
  await screen.findByText('0 checked out');
  await scan('TUBE-01', 'TUBE-01', 'NOPE');
  const log = within(await screen.findByRole('list', { name: 'Scans of this session' }));
  await waitFor(() => {
    const verdicts = log.getAllByRole('listitem').map((row) => row.dataset['verdict']);
    expect(verdicts).toEqual(['error', 'repeat', 'ok']);
  });
  expect(bench.outbox.all().map((one) => one.name)).toEqual(['check-out-sample']);
  expect(await placeOf('TUBE-01')).toBe('box-1 A1');
});

test('96 scans in sequence give 96 rows', async () => {
  show(<StockTakePanel />);
  await screen.findByText('Scan the location to count');
  await scan('BOX-1', ...TUBES);
  expect(await screen.findByText('96 counted')).toBeTruthy();
  expect(await screen.findByText('0 expected and not yet seen')).toBeTruthy();
});

test('scans are dropped only after confirmation, and without scans nothing is asked', async () => {
  const user = userEvent.setup();
  show(<BulkMovePanel />);
  await screen.findByText('Scan the container or the samples');
  await scan('BOX-2', 'TUBE-01', 'TUBE-02');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  const window = within(await screen.findByRole('dialog', { name: 'Clear the list' }));
  await user.click(window.getByRole('button', { name: 'Cancel' }));
  screen.getByText('2 listed for box-2');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await user.click(await screen.findByRole('button', { name: 'Drop 2 listed samples' }));
  await screen.findByText('Scan the container or the samples');
  await scan('BOX-2');
  await user.click(await screen.findByRole('button', { name: 'Clear' }));
  await screen.findByText('Scan the container or the samples');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a re-rack uses the singular for one tube, and names tubes that come from elsewhere', async () => {
  show(<ReRackPanel />);
  await screen.findByText('Scan the box that was spilled');
  await scan('BOX-2');
  await waitFor(() => expect(readVerdict()).toContain('0 tubes are expected.'));
  await scan('TUBE-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish' }));
  const window = within(await screen.findByRole('dialog', { name: 'Finish box-2' }));
  await window.findByText('1 tube recorded elsewhere will be of this box.');
  window.getByRole('button', { name: 'Record 1 tube' });
});

test('a location reserved for others is refused before a list is built for it', async () => {
  show(<BulkMovePanel />);
  await screen.findByText('Scan the container or the samples');
  await scan('VAULT', 'TUBE-01');
  await waitFor(() => expect(readVerdict()).toContain('1 listed'));
  await scan('VAULT');
  await waitFor(() => expect(readVerdict()).toContain('Your role may not use vault.'));
});

function Moving() {
  const [mode, setMode] = useState<MoveMode>('samples');
  return (
    <MovePage mode={mode} deepLink={{ sampleId: undefined, onTaken: () => undefined }} onMode={setMode} />
  );
}

test('a newly selected move mode loads while the page stays, and takes the next scan', async () => {
  show(<Moving />);
  await screen.findByText('Scan a sample');
  const heading = screen.getByRole('heading', { name: 'Move samples' });
  await userEvent.click(screen.getByRole('radio', { name: 'Stock-take' }));
  await screen.findByText('Scan the location to count');
  expect(screen.getByRole('heading', { name: 'Move samples' })).toBe(heading);
  await scan('BOX-1', 'TUBE-01');
  await waitFor(() => expect(readVerdict()).toContain('Here'));
});
