import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { SampleSheetButton } from './sample-sheet-button.tsx';

const user = userEvent.setup();
const batch = buildBatch({ type: 'SEQUENCING', julianId: 'W26325-S01' });
const tubes = (...barcodes: string[]) =>
  barcodes.map((dnaBarcode, at) => buildSample({ barcode: `W26325-0007-0${at + 1}`, dnaBarcode }));
const SHEET = [
  'position_id,sample_id,experiment_id,flow_cell_product_code,kit,barcode,alias,type',
  'X1,W26325-S01,W26325-S01,,SQK-NBD114-24,barcode01,W26325-0007-01,test_sample',
  'X1,W26325-S01,W26325-S01,,SQK-NBD114-24,barcode02,W26325-0007-02,test_sample',
  '',
].join('\n');

async function openSheet(...barcodes: string[]) {
  render(<SampleSheetButton batch={batch} samples={tubes(...barcodes)} controls={[]} />);
  await user.click(screen.getByRole('button', { name: 'Sample sheet' }));
  return within(await screen.findByRole('dialog', { name: 'Sample sheet of W26325-S01' }));
}

afterEach(() => vi.restoreAllMocks());

test('a sheet is saved when its place and its kit are chosen and nothing is wrong', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) saved.push(content);
    return 'blob:sheet';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const dialog = await openSheet('NB01', 'NB02');
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save sample sheet' });
  expect(save.disabled).toBe(true);
  await user.type(dialog.getByLabelText(/^Position/, { selector: 'input[type=text]' }), 'X1');
  await user.selectOptions(dialog.getByLabelText(/^Kit/), 'SQK-NBD114-24');
  await user.click(save);
  expect(await saved[0]?.text()).toBe(SHEET);
});

test('a barcode outside the kit and a shared one are listed until the samples are left out', async () => {
  const dialog = await openSheet('NB01', 'NB01', 'NB30');
  await user.type(dialog.getByLabelText(/^Position/, { selector: 'input[type=text]' }), 'X1');
  await user.selectOptions(dialog.getByLabelText(/^Kit/), 'SQK-NBD114-24');
  expect(dialog.getByText(/Barcode barcode01 is used twice/)).toBeTruthy();
  expect(dialog.getByText(/barcode30 is not in the kit: it has 1 to 24/)).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: /W26325-0007-02/ }));
  await user.click(dialog.getByRole('checkbox', { name: /W26325-0007-03/ }));
  expect(dialog.queryByText(/problem/)).toBeNull();
});

test('a sheet that is read again shows its differences to the batch', async () => {
  const dialog = await openSheet('NB01', 'NB03');
  await user.upload(dialog.getByLabelText('Sample sheet to compare'), new File([SHEET], 'sample_sheet.csv'));
  const table = within(await dialog.findByRole('table', { name: 'Differences to the batch' }));
  expect(table.getAllByRole('row').at(1)?.textContent).toBe('3barcodebarcode02barcode03');
});

test('another file is refused with its name', async () => {
  const dialog = await openSheet('NB01');
  await user.upload(dialog.getByLabelText('Sample sheet to compare'), new File(['a\nb\n'], 'notes.csv'));
  expect(await dialog.findByText('notes.csv is no sample sheet.')).toBeTruthy();
});

test('a batch of another stage has no sample sheet', () => {
  render(<SampleSheetButton batch={buildBatch()} samples={tubes('NB01')} controls={[]} />);
  expect(screen.queryByRole('button', { name: 'Sample sheet' })).toBeNull();
});
