import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { openStorage, positionInBox, showPage, TUBES } from '#pwa/testing/storage-screen.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { RackScanPanel } from './rack-scan-panel.tsx';

let bench: Replica;
let bus: ScanBus;

beforeEach(async () => {
  await loadDialogs();
  saveScannerSettings({ muted: true });
  bench = await openStorage();
  bus = createScanBus({ repeatWindowMs: () => -1 });
});

afterEach(() => bench.close());

/** The tubes of box-1 as its rack reader saw them: the first two exchanged, the third not read, the fourth absent. */
const SCANNED = TUBES.map((tube, index) => {
  const code = [TUBES[1], TUBES[0], '', ''][index] ?? tube;
  const status = index === 2 ? 'No read' : index === 3 ? 'No tube' : 'OK';
  return [positionInBox(index), code, status];
});
const LINES = [['Rack barcode', 'BOX-1'], ['Well position', 'Tube ID', 'Status'], ...SCANNED];

async function chooseFile(file: File): Promise<void> {
  showPage(bench, bus, <RackScanPanel />);
  await screen.findByText('Scan the box or rack');
  act(() => {
    bus.publish('BOX-1', 'hand');
  });
  await waitFor(() => expect(bus.waiting()).toBe(0));
  await userEvent.upload(await screen.findByLabelText('Rack file or picture of the rack'), file);
}

async function expectPreview(dialect: string): Promise<void> {
  await screen.findByText(/^92 stay where they are/);
  expect(screen.getByText(dialect)).toBeTruthy();
  const changes = within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
  expect(changes.map((one) => one.textContent)).toEqual([
    expect.stringContaining('Not seen'),
    expect.stringContaining('Not read'),
    expect.stringContaining('Shifts'),
    expect.stringContaining('Shifts'),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Record box-1 as scanned' }));
  await waitFor(() => expect(bench.outbox.all().map(({ name }) => name)).toEqual(['scan-container']));
}

test('an Excel file of a rack reader is previewed and recorded', async () => {
  const cells = LINES.map((line) => line.map((value) => (value ? { value, type: String } : null)));
  const bytes = new Uint8Array(await writeXlsxFile(cells).toBuffer());
  await chooseFile(new File([bytes], 'rack.xlsx'));
  await expectPreview('Read as list · sheet Sheet1 · header in row 2');
});

test('a UTF-16 file of a rack reader is previewed and recorded', async () => {
  const text = `\uFEFF${LINES.map((line) => line.join('\t')).join('\r\n')}`;
  await chooseFile(new File([new Uint8Array(Buffer.from(text, 'utf16le'))], 'rack.txt'));
  await expectPreview('Read as list · tab · header in row 2 · UTF-16');
});

test('a file that cannot be read says what to choose, and all problems of a file are shown', async () => {
  await chooseFile(new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'rack.xlsx'));
  await screen.findByText('This is an old or protected workbook (.xls). Save it as .xlsx and choose that.');
  const field = screen.getByLabelText('Rack file or picture of the rack');
  await userEvent.upload(field, new File(['Well,Code\nA1,TUBE-01\nA1,TUBE-02\nB1,'], 'rack.csv'));
  await screen.findByText('2 problems. Correct the file and upload it again.');
});
