import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

let visits = 0;
let posted: string[];
let steps: string[];
const order = () => buildOrder({ id: `draft-${visits}`, status: 'DRAFT', packageType: 'TUBE' });
const checked = (saved: boolean) => ({
  warnings: [],
  faults: [],
  question: null,
  rowCount: 2,
  ignored: [],
  saved,
  mode: 'replace',
  differences: { added: [], changed: [], removed: [], unchanged: 0 },
  rows: [],
});
beforeEach(() => {
  [posted, steps] = [[], []];
  visits += 1;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/create-order/manifest')) {
      const dryRun = new URL(path, 'http://lab').searchParams.get('dryRun');
      posted.push(dryRun === '1' ? 'checked' : 'saved');
      return Response.json(checked(dryRun === '0'));
    }
    return Response.json(shownDraft({ order: order() }));
  });
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

async function chooseFile(): Promise<void> {
  render(<ShownWizard id={order().id} step="specimens" onStep={(step) => steps.push(step)} />);
  const tab = await screen.findByRole('tab', { name: 'Upload a file' });
  fireEvent.mouseDown(tab);
  fireEvent.click(tab);
  const file = new File(['Sample ID\n'], 'ours.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('Spreadsheet with your specimens'), {
    target: { files: [file] },
  });
  await screen.findByText('ours.csv: 2 rows, no errors. Not saved yet.');
}
const nextButton = () => screen.getByRole('button', { name: 'Next' });
/** The button is disabled while a file is read. */
async function next(): Promise<void> {
  await waitFor(() => expect(nextButton()).toHaveProperty('disabled', false));
  fireEvent.click(nextButton());
}

test('continuing with a checked file asks first, and saves its rows', async () => {
  await chooseFile();
  await next();
  expect(await screen.findByRole('dialog', { name: 'Save the rows of ours.csv?' })).toBeTruthy();
  expect(steps).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Save 2 rows and continue' }));
  await waitFor(() => expect(steps).toEqual(['data-use']));
  expect(posted).toEqual(['checked', 'saved']);
});

test('a canceled question keeps the file; a discarded file blocks nothing and saves nothing', async () => {
  await chooseFile();
  await next();
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(steps).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard file' }));
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  await next();
  await waitFor(() => expect(steps).toEqual(['data-use']));
  expect(posted).toEqual(['checked']);
});
