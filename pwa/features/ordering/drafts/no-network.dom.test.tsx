import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import { SAVED_ROWS, ShownWizard } from '#pwa/testing/shown-wizard.tsx';

let visits = 0;
let online: boolean;
let steps: string[];
const order = () => buildOrder({ id: `cut-${visits}`, status: 'DRAFT', packageType: 'TUBE' });
beforeEach(() => {
  [online, steps] = [true, []];
  visits += 1;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!online) throw new TypeError('Failed to fetch');
    return Response.json(path.includes('/manifest') ? SAVED_ROWS : shownDraft({ order: order() }));
  });
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

test('a user whose network fails while typing specimens sees it and stays until they are saved', async () => {
  render(<ShownWizard id={order().id} step="specimens" onStep={(step) => steps.push(step)} />);
  const cell = await screen.findByRole('textbox', { name: 'Sample ID, row 1' });
  fireEvent.change(cell, { target: { value: 'S-1' } });
  const next = () => screen.getByRole('button', { name: 'Next' });
  online = false;
  fireEvent.click(next());
  expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(next()).toHaveProperty('disabled', false));
  expect(steps).toEqual([]);
  expect(screen.getByText('Not saved yet')).toBeTruthy();
  online = true;
  fireEvent.click(next());
  await waitFor(() => expect(steps).toEqual(['data-use']));
});
