import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import type { SourceChoice } from '#db/ordering/drafts/shown-source.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ContinueDialog } from './continue-dialog.tsx';

const one = (id: string, problem: string | null = null): SourceChoice => ({
  id,
  customerSampleId: id,
  requisitionNumber: `W-000001-${id}`,
  julianId: null,
  status: 'FAILED_QC_CANCELED',
  problem,
});

interface RecordedRequest {
  path: string;
  body: unknown;
}
let requests: RecordedRequest[];
let startedOrderIds: string[];
let refuses: boolean;
let specimens: SourceChoice[];
beforeEach(async () => {
  await loadDialogs();
  [requests, startedOrderIds, refuses] = [[], [], false];
  specimens = [one('A'), one('B'), one('C', 'No material left for C.')];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ specimens });
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return refuses
      ? Response.json({ error: 'No material left for A.', code: 'SPECIMEN_NOT_FIT' }, { status: 409 })
      : Response.json(shownDraft({ order: buildOrder({ id: 'next', status: 'DRAFT' }) }), { status: 201 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(continuation: Continuation) {
  render(
    <OnlineQueries>
      <ContinueDialog
        order={{ id: 'order-1', orderNumber: 'W-000123' }}
        viewer={{ family: 'lab/orders', customer: false }}
        continuation={continuation}
        onClose={() => undefined}
        onStarted={(id) => startedOrderIds.push(id)}
      />
    </OnlineQueries>,
  );
  return within(await screen.findByRole('dialog'));
}

async function show(continuation: Continuation) {
  const dialog = await open(continuation);
  await dialog.findByRole('checkbox', { name: 'Select A' });
  return dialog;
}

test('only specimens that qualify can be selected; the others show the reason', async () => {
  const dialog = await show('REWORK');
  expect(dialog.queryByRole('checkbox', { name: 'Select C' })).toBeNull();
  expect(dialog.getByText('One specimen cannot be chosen')).toBeTruthy();
  expect(dialog.getByText('No material left for C.')).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toBe('0 of 2 specimens chosen.');
});

test('an order needs at least one specimen, and contains the selected ones', async () => {
  const dialog = await show('REWORK');
  fireEvent.click(dialog.getByRole('button', { name: 'Order rework' }));
  expect(dialog.getByText('Choose at least one specimen.')).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Select A' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Order rework' }));
  await waitFor(() => expect(startedOrderIds).toEqual(['next']));
  expect(requests).toEqual([
    { path: '/api/lab/orders/order-1/continue', body: { continuation: 'REWORK', specimenIds: ['A'] } },
  ]);
});

test('a refusal shows the text of the rule and keeps the selection', async () => {
  refuses = true;
  const dialog = await show('SUPPLEMENTAL');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Select A' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Reorder for these specimens' }));
  await dialog.findByText('No material left for A.');
  expect(startedOrderIds).toEqual([]);
  expect(dialog.getByRole('checkbox', { name: 'Select A' })).toMatchObject({ checked: true });
});

test('without a qualifying specimen there is no button, and the reasons are expanded', async () => {
  specimens = [one('C', 'No material left for C.')];
  const dialog = await open('REWORK');
  expect(await dialog.findByText('No specimen of this order can be chosen.')).toBeTruthy();
  expect(dialog.getByText('No material left for C.')).toBeTruthy();
  expect(dialog.getByRole('group')).toHaveProperty('open', true);
  expect(dialog.queryByRole('button', { name: 'Order rework' })).toBeNull();
  expect(dialog.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0);
});

test('all qualifying specimens, or all search results, are selected at once', async () => {
  specimens = [one('A-1'), one('A-2'), one('B-1'), one('C', 'No material left for C.')];
  const dialog = await open('SUPPLEMENTAL');
  await dialog.findByRole('checkbox', { name: 'Select A-1' });
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'A-' } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Choose the 2 found' }));
  expect(dialog.getByRole('status').textContent).toBe('2 of 3 specimens chosen.');
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: '' } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Choose all 3' }));
  expect(dialog.getByRole('status').textContent).toBe('3 of 3 specimens chosen.');
  expect(dialog.queryByRole('button', { name: /^Choose/ })).toBeNull();
});
