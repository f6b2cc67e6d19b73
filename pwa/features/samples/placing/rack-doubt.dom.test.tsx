import 'fake-indexeddb/auto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { openStorage, positionInBox, showPage, TUBES } from '#pwa/testing/storage-screen.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { RackScanPanel } from './rack-scan-panel.tsx';
import { ReRackPanel } from './re-rack-panel.tsx';
import { StockTakePanel } from './stock-take-panel.tsx';

let bench: Replica;
let bus: ScanBus;

beforeEach(async () => {
  await loadDialogs();
  saveScannerSettings({ muted: true });
  bench = await openStorage();
  // Consecutive scans must not count as repeats here.
  bus = createScanBus({ repeatWindowMs: () => -1 });
});

afterEach(() => bench.close());

const show = (page: React.ReactNode) => showPage(bench, bus, page);
const scan = async (...codes: string[]): Promise<void> => {
  act(() => {
    for (const code of codes) bus.publish(code, 'hand');
  });
  await waitFor(() => expect(bus.waiting()).toBe(0));
};
const readVerdict = () => document.querySelector('[data-verdict]')?.textContent ?? '';
const rackFile = (rows: string) => new File([rows], 'rack.csv', { type: 'text/csv' });
/** Build rows of a reader's file for the first tubes of box-1, each at its recorded position. */
const rowsOf = (count: number, rack = '') =>
  TUBES.slice(0, count)
    .map((tube, n) => `${positionInBox(n)},${tube}${rack}`)
    .join('\n');
const recordButton = () => screen.queryByRole('button', { name: 'Record box-1 as scanned' });
async function chooseFile(rows: string): Promise<void> {
  const upload = await screen.findByLabelText('Rack file or picture of the rack');
  await userEvent.upload(upload, rackFile(rows));
}
async function openRack(): Promise<void> {
  show(<RackScanPanel />);
  await screen.findByText('Scan the box or rack');
  await scan('BOX-1');
}

test('a rack file with no tube of the box asks for confirmation with the counts before recording', async () => {
  await openRack();
  await chooseFile('A1,STRANGE-1\nB1,STRANGE-2');
  await screen.findByText('Mark 96 of 96 tubes as not found?');
  expect(recordButton()).toBeNull();
  expect(screen.queryByText('Will be marked as not found.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Discard file' }));
  expect(screen.queryByText('Mark 96 of 96 tubes as not found?')).toBeNull();
  await chooseFile(rowsOf(96));
  await screen.findByText(/^96 stay where they are/);
  await chooseFile('A1,TUBE-01\nB1,');
  await screen.findByText('1 problem. Correct the file and upload it again.');
});

test('a rack file with an unknown rack code asks with both codes, and again with the counts', async () => {
  await openRack();
  await chooseFile(rowsOf(8, ',RK-77'));
  const question = await screen.findByText('Is this the file of box-1?');
  const notice = question.closest('[role="alert"]');
  expect(notice?.textContent).toContain(
    'Chosen: box-1, label BOX-1. In the file: RK-77, which the lab does not know.',
  );
  expect(recordButton()).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discard file'));
  await userEvent.click(screen.getByRole('button', { name: 'Use it for box-1' }));
  await screen.findByText('Mark 88 of 96 tubes as not found?');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discard file'));
  expect(recordButton()).toBeNull();
  expect(bench.outbox.all()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Mark 88 as not found' }));
  await waitFor(() => expect(recordButton()).not.toBeNull());
  await screen.findByText(/^8 stay where they are. Not seen 88/);
});

test('a rack file of another box asks with its name; one of the selected box does not ask', async () => {
  await openRack();
  await chooseFile(rowsOf(96, ',BOX-2'));
  const question = await screen.findByText('Is this the file of box-1?');
  expect(question.closest('[role="alert"]')?.textContent).toContain(
    'In the file: BOX-2, the label of box-2.',
  );
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Is this the file of box-1?')).toBeNull());
  await chooseFile(rowsOf(96, ',box-1'));
  await waitFor(() => expect(recordButton()).not.toBeNull());
  expect(readVerdict()).toContain('All as recorded');
});

test('a file that misses exactly half of the tubes does not ask', async () => {
  await openRack();
  await chooseFile(rowsOf(48));
  await waitFor(() => expect(recordButton()).not.toBeNull());
  await screen.findByText(/^48 stay where they are. Not seen 48/);
  await chooseFile(rowsOf(47));
  await screen.findByText('Mark 49 of 96 tubes as not found?');
});

const REAL_RACK = path.resolve('../shared/data/rack-scans/tube_rack_scan_valid.csv');
test.runIf(existsSync(REAL_RACK))(
  'a real rack file of another rack asks before anything is recorded',
  async () => {
    await openRack();
    await chooseFile(readFileSync(REAL_RACK, 'utf8'));
    await screen.findByText('Mark 96 of 96 tubes as not found?');
    expect(recordButton()).toBeNull();
  },
);

test('a re-rack with most tubes missing asks twice before recording', async () => {
  show(<ReRackPanel />);
  await screen.findByText('Scan the box that was spilled');
  await scan('BOX-1', 'TUBE-01', 'BOX-1');
  await screen.findByRole('dialog', { name: 'Finish box-1' });
  await scan('BOX-1');
  const window = within(await screen.findByRole('dialog', { name: 'Mark 95 of 96 tubes as not found?' }));
  expect(bench.outbox.all()).toHaveLength(0);
  await userEvent.click(window.getByRole('button', { name: 'Mark 95 as not found' }));
  await waitFor(() => expect(bench.outbox.all().map(({ name }) => name)).toEqual(['re-rack-container']));
});

test('a stock-take with most tubes missing asks twice, one with few missing asks once', async () => {
  show(<StockTakePanel />);
  await screen.findByText('Scan the location to count');
  await scan('BOX-1', 'TUBE-01');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the count' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record this count' }));
  const window = within(await screen.findByRole('dialog', { name: 'Mark 95 of 96 tubes as not found?' }));
  await userEvent.click(window.getByRole('button', { name: 'Continue scanning' }));
  expect(bench.outbox.all()).toHaveLength(0);
  await scan(...TUBES.slice(1, 90));
  await userEvent.click(await screen.findByRole('button', { name: 'Finish the count' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Record this count' }));
  await waitFor(() => expect(bench.outbox.all().map(({ name }) => name)).toEqual(['take-stock']));
});
