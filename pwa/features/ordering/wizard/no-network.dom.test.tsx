import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder } from '#db/factories/build-order.ts';
import { shownDraft } from '#db/factories/build-shown-draft.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { Toaster } from '#pwa/ui/toast.tsx';
import { WizardPage } from './wizard-page.tsx';

// The steps come with their first use, which on a busy machine takes longer than a second.
configure({ asyncUtilTimeout: 5_000 });

let visits = 0;
let online: boolean;
let steps: string[];
const order = () => buildOrder({ id: `cut-${visits}`, status: 'DRAFT', packageType: 'TUBE' });
const saved = {
  warnings: [],
  rowCount: 1,
  ignored: [],
  saved: true,
  mode: 'replace',
  differences: { added: [], changed: [], removed: [], unchanged: 0 },
  rows: [],
};
beforeEach(() => {
  [online, steps] = [true, []];
  visits += 1;
  vi.stubGlobal('fetch', async (path: string) => {
    if (!online) throw new TypeError('Failed to fetch');
    return Response.json(path.includes('/manifest') ? saved : shownDraft({ order: order() }));
  });
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

test('who types specimens while the network goes is told, and stays with them until they are saved', async () => {
  render(
    <OnlineQueries>
      <Toaster theme="light" />
      <WizardPage
        id={order().id}
        step="specimens"
        onStep={(step) => steps.push(step)}
        onDiscarded={() => undefined}
        onAnother={() => undefined}
        orderHref="/orders/cut"
        onFollow={() => undefined}
        card={() => null}
        rates={() => null}
      />
    </OnlineQueries>,
  );
  const cell = await screen.findByRole('textbox', { name: 'Sample ID, row 1' }, { timeout: 5_000 });
  fireEvent.change(cell, { target: { value: 'S-1' } });
  const next = () => screen.getByRole('button', { name: 'Next' });
  online = false;
  fireEvent.click(next());
  expect(
    (await screen.findAllByText(/The server cannot be reached/, {}, { timeout: 5_000 })).length,
  ).toBeGreaterThan(0);
  await waitFor(() => expect(next()).toHaveProperty('disabled', false));
  expect(steps).toEqual([]);
  expect(screen.getByText('Not saved yet.')).toBeTruthy();
  online = true;
  fireEvent.click(next());
  await waitFor(() => expect(steps).toEqual(['data-use']));
});
