import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PrintJobInput } from '#db/labels/print-job.ts';
import { PrintDialog } from './print-dialog.tsx';
import { createPrintQueue, openPrintDatabase, type PrintDatabase } from './print-queue.ts';

const labels = [
  { barcode: 'W26325-0007-01', lines: ['EXTRACT'] },
  { barcode: 'W26325-0008-01', lines: [] },
];
let database: PrintDatabase;
let sent: PrintJobInput[];

const show = (alreadyPrinted: string[] = []) => {
  const queue = createPrintQueue(database, async (job) => {
    sent.push(job);
    return { status: 200, message: null };
  });
  render(
    <PrintDialog
      open
      onClose={() => {}}
      kind="TUBE"
      labels={labels}
      printers={['bench-1']}
      queue={queue}
      userId="tess"
      alreadyPrinted={alreadyPrinted}
    />,
  );
};

beforeEach(() => {
  sent = [];
  localStorage.clear();
  database = openPrintDatabase(`dialog-${Math.random()}`);
});
afterEach(() => database.delete());

test('labels go to the chosen printer with their number of copies, and the printer is remembered', async () => {
  show();
  fireEvent.change(screen.getByLabelText('Printer'), { target: { value: 'bench-1' } });
  fireEvent.change(screen.getByLabelText('Copies'), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 6' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ printer: 'bench-1', kind: 'TUBE', copies: 3, labels, reprintReason: null });
  expect(localStorage.getItem('benchside.printer')).toContain('bench-1');
});

test('a label that was printed before is printed again only with a reason', async () => {
  show(['W26325-0008-01']);
  fireEvent.change(screen.getByLabelText('Printer'), { target: { value: 'bench-1' } });
  expect(screen.getByText('Printed before: W26325-0008-01')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  expect(screen.getByText('Give a reason for printing this label again.')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Reason for printing again/), { target: { value: 'smeared' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  await waitFor(() => expect(sent[0]?.reprintReason).toBe('smeared'));
});

test('the preview shows the label at its size and says how many there will be', () => {
  show();
  expect(screen.getByText('2 labels, 32.5 × 12.7 mm')).toBeTruthy();
  expect(screen.getAllByLabelText('Label W26325-0007-01')[0]?.getAttribute('width')).toBe('32.5mm');
});
