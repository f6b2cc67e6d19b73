import './specimens-step.tsx';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SAVED_ROWS, ShownWizard } from '#pwa/testing/shown-wizard.tsx';

// The step is preloaded: on a busy machine its loading takes long.

let visits = 0;
let requisitions: Specimen[];
/** Whether each save named the version that it overwrites. */
let baselineMatches: boolean[];
/** Simulates what a colleague does just before the rows arrive. */
let concurrentChange: () => void;
const order = () => buildOrder({ id: `kept-${visits}`, status: 'DRAFT', packageType: 'TUBE' });
const ofColleague = (): Specimen =>
  buildSpecimen({ id: 'theirs', orderId: order().id, customerSampleId: 'THEIRS-1', status: 'DRAFT' });

beforeEach(() => {
  [requisitions, baselineMatches, concurrentChange] = [[], [], () => undefined];
  visits += 1;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/manifest')) return Response.json(shownDraft({ order: order(), requisitions }));
    concurrentChange();
    concurrentChange = () => undefined;
    const known = new URL(path, 'http://lab').searchParams.get('seen') === (await rowsMark(requisitions));
    baselineMatches.push(known);
    return known
      ? Response.json(SAVED_ROWS)
      : Response.json({ error: 'Load the page again.', code: 'STALE_VERSION' }, { status: 409 });
  });
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <ShownWizard
      id={order().id}
      step="specimens"
      leaving={({ onDiscard }) => (
        <button type="button" onClick={onDiscard}>
          Leave and discard
        </button>
      )}
    />,
  );
const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) => fireEvent.change(await cell(name), { target: { value } });
/** Reload the page: only what the tab stored remains. */
function reload() {
  fireEvent(window, new Event('pagehide'));
  cleanup();
  return show();
}

test('unsaved rows are restored after a reload, with a notice', async () => {
  show();
  await type('Sample ID, row 1', 'S-1');
  expect(screen.queryByText('We restored your unsaved rows.')).toBeNull();
  reload();
  expect((await cell('Sample ID, row 1')).value).toBe('S-1');
  expect(screen.getByText('We restored your unsaved rows.')).toBeTruthy();
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect((await cell('Sample ID, row 1')).value).toBe('');
  expect(screen.queryByText('We restored your unsaved rows.')).toBeNull();
  reload();
  expect((await cell('Sample ID, row 1')).value).toBe('');
});

test('discarded rows are not restored', async () => {
  show();
  await type('Sample ID, row 1', 'S-1');
  fireEvent(window, new Event('pagehide'));
  fireEvent.click(screen.getByRole('button', { name: 'Leave and discard' }));
  cleanup();
  show();
  expect((await cell('Sample ID, row 1')).value).toBe('');
});

test('rows saved in another window are neither overwritten nor lost: both sets appear and are saved', async () => {
  show();
  await type('Sample ID, row 1', 'S-1');
  concurrentChange = () => {
    requisitions = [ofColleague()];
  };
  fireEvent.click(screen.getByRole('button', { name: 'Save rows' }));
  expect(
    await screen.findByText('This order was changed meanwhile, by a colleague or in another window.'),
  ).toBeTruthy();
  expect(baselineMatches).toEqual([false]);
  await waitFor(async () => expect((await cell('Sample ID, row 2')).value).toBe('THEIRS-1'));
  expect((await cell('Sample ID, row 1')).value).toBe('S-1');
  fireEvent.click(screen.getByRole('button', { name: 'Save rows' }));
  await waitFor(() => expect(baselineMatches).toEqual([false, true]));
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
});

test('edits made while the rows are saved are kept as unsaved', async () => {
  let free: () => void = () => undefined;
  const answered = fetch;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/manifest')) return answered(path);
    await new Promise<void>((resolve) => {
      free = resolve;
    });
    requisitions = [buildSpecimen({ orderId: order().id, customerSampleId: 'S-1', status: 'DRAFT' })];
    return Response.json(SAVED_ROWS);
  });
  show();
  await type('Sample ID, row 1', 'S-1');
  fireEvent.click(screen.getByRole('button', { name: 'Save rows' }));
  await screen.findByText('Saving…');
  await type('Sample ID, row 2', 'S-2');
  await waitFor(() => {
    free();
    expect(screen.queryByText('Saving…')).toBeNull();
  });
  await waitFor(async () => expect((await cell('Sample ID, row 3')).value).toBe(''));
  expect((await cell('Sample ID, row 1')).value).toBe('S-1');
  expect((await cell('Sample ID, row 2')).value).toBe('S-2');
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  // The test leaves no unsaved values for the step to save on leaving.
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull());
});
