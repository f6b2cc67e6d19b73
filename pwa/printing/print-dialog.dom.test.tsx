import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PrintJobInput } from '#db/labels/print-job.ts';
import { PrintDialog } from './print-dialog.tsx';
import { createPrintQueue, openPrintDatabase, type PrintAnswer, type PrintDatabase } from './print-queue.ts';

const labels = [
  { barcode: 'W26325-0007-01', lines: ['EXTRACT'] },
  { barcode: 'W26325-0008-01', lines: [] },
];
let database: PrintDatabase;
let sentJobs: PrintJobInput[];

let answers: PrintAnswer[];
let closed: number;

const show = (alreadyPrinted: string[] = []) => {
  const queue = createPrintQueue(database, async (job) => {
    sentJobs.push(job);
    return answers.shift() ?? { status: 200, message: null };
  });
  render(
    <PrintDialog
      open
      onClose={() => {
        closed += 1;
      }}
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
  sentJobs = [];
  answers = [];
  closed = 0;
  localStorage.clear();
  database = openPrintDatabase(`dialog-${Math.random()}`);
});
afterEach(() => database.delete());

test('labels go to the chosen printer with their number of copies, and the printer is remembered', async () => {
  show();
  fireEvent.change(screen.getByLabelText('Printer'), { target: { value: 'bench-1' } });
  fireEvent.change(screen.getByLabelText('Copies'), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 6' }));
  await waitFor(() => expect(sentJobs).toHaveLength(1));
  expect(sentJobs[0]).toMatchObject({
    printer: 'bench-1',
    kind: 'TUBE',
    copies: 3,
    labels,
    reprintReason: null,
  });
  expect(localStorage.getItem('benchside.printer')).toContain('bench-1');
});

test('a label that was printed before needs a reason', async () => {
  show(['W26325-0008-01']);
  fireEvent.change(screen.getByLabelText('Printer'), { target: { value: 'bench-1' } });
  expect(screen.getByText('Printed before: W26325-0008-01')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  expect(screen.getByText('Give a reason for printing this label again.')).toBeTruthy();
  expect(sentJobs).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Reason for printing again/), { target: { value: 'smeared' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  await waitFor(() => expect(sentJobs[0]?.reprintReason).toBe('smeared'));
});

test('a label is printed again with one press that names the usual reason, and it has the focus', async () => {
  localStorage.setItem('benchside.printer', JSON.stringify({ printer: 'bench-1', dpi: 203 }));
  show(['W26325-0008-01']);
  const reason = screen.getByRole('button', { name: 'Unreadable' });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  fireEvent.click(reason);
  await waitFor(() => expect(sentJobs[0]).toMatchObject({ printer: 'bench-1', reprintReason: 'Unreadable' }));
  await waitFor(() => expect(closed).toBe(1));
});

test('the preview shows the label at its size and the number of labels', () => {
  show();
  expect(screen.getByText('2 labels, 32.5 × 12.7 mm')).toBeTruthy();
  expect(screen.getAllByLabelText('Label W26325-0007-01')[0]?.getAttribute('width')).toBe('32.5mm');
});

const printOnBench = (): void => {
  fireEvent.change(screen.getByLabelText('Printer'), { target: { value: 'bench-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
};

test('an unreachable printer is reported while the dialog is open, and the labels are not printed later', async () => {
  const off = 'Printer bench-1 refuses the connection. Check that it is switched on and ready.';
  answers = [{ status: 503, message: off }];
  show();
  printOnBench();
  expect(await screen.findByText(off)).toBeTruthy();
  expect([closed, await database.jobs.count()]).toEqual([0, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(sentJobs).toHaveLength(2);
});

test('labels that another device printed meanwhile require a reason in the same dialog', async () => {
  answers = [{ status: 422, message: 'Give a reason for printing this label again.' }];
  show();
  printOnBench();
  const reason = await screen.findByLabelText(/^Reason for printing again/);
  fireEvent.change(reason, { target: { value: 'smeared' } });
  fireEvent.click(screen.getByRole('button', { name: 'Print 2' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(sentJobs.map((job) => job.reprintReason)).toEqual([null, 'smeared']);
});

test('labels wait on the device offline, and the dialog is not blocked', async () => {
  answers = [{ status: 0, message: null }];
  show();
  printOnBench();
  await waitFor(() => expect(closed).toBe(1));
  expect(await database.jobs.count()).toBe(1);
});

test('a code that is too long for a label shows an error instead of printing', () => {
  const queue = createPrintQueue(database);
  const long = [{ barcode: 'SUPPLIER-PLATE-2026-000123-OF-NORTHFIELD-BIOTECH', lines: [] }];
  render(
    <PrintDialog
      open
      onClose={() => {}}
      kind="PLATE_EDGE"
      labels={long}
      printers={[]}
      queue={queue}
      userId="tess"
    />,
  );
  expect(screen.getByText(/is too long for a plate edge label/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print 1' }).disabled).toBe(true);
});
