import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownProjectPrice } from '#db/billing/prices/shown-prices.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { comparisonText, ProjectPriceActions } from './project-price-columns.tsx';
import { ProjectPriceDialog } from './project-price-dialog.tsx';

const DAY = '2026-11-21';
const AT = '2026-11-20T10:00:00.000Z';
const agreed = (over: Partial<ShownProjectPrice> = {}): ShownProjectPrice => ({
  id: 'price-1',
  createdAt: AT,
  createdById: 'user-1',
  updatedAt: AT,
  version: 1,
  deleted: false,
  entity: 'WBL',
  projectId: 'project-1',
  protocolId: 'protocol-1',
  amount: 80_000,
  effectiveFrom: '2026-11-01',
  effectiveTo: null,
  maxSpecimens: null,
  approvedById: null,
  approvedAt: null,
  projectName: 'Reference cohort',
  companyName: 'Northgate University',
  protocolName: 'Whole genome',
  approvedBy: null,
  proposedBy: 'Pam Manager',
  listAmount: 90_000,
  acts: ['approve', 'reject', 'end'],
  ...over,
});
const CHOICES = {
  day: DAY,
  projects: [{ id: 'project-1', name: 'Reference cohort', companyName: 'Northgate University' }],
  protocols: [{ id: 'protocol-1', name: 'Whole genome', code: 'WGS' }],
};

let requests: { method: string; path: string; body: unknown }[];
let refusalMessage: string | null;
const closed = vi.fn();
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  refusalMessage = null;
  closed.mockClear();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) });
    if (refusalMessage)
      return Response.json({ error: refusalMessage, code: 'PRICE_OVERLAPS' }, { status: 409 });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (children: React.ReactNode) => render(<OnlineQueries>{children}</OnlineQueries>);
const window = async () => within(await screen.findByRole('dialog'));

test('a price is compared with the list price', () => {
  expect(comparisonText({ amount: 80_000, listAmount: 100_000 })).toBe('20.00% below $1,000.00');
  expect(comparisonText({ amount: 100_000, listAmount: 80_000 })).toBe('25.00% above $800.00');
  expect(comparisonText({ amount: 0, listAmount: null })).toBe('No list price');
});

test('a project price is approved with its difference to the list price in view', async () => {
  show(<ProjectPriceActions row={agreed()} day={DAY} />);
  fireEvent.click(screen.getByRole('button', { name: 'Decide Reference cohort, Whole genome' }));
  const dialog = await window();
  expect(dialog.getByText('11.11% below $900.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await dialog.findByText('Choose what you decide.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('radio', { name: 'Approve' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    method: 'PATCH',
    path: '/api/lab/price-adjustments/project-prices/price-1',
    body: { decision: 'APPROVED', reason: null },
  });
});

test('the author of a proposed price can decline it but not approve it', async () => {
  show(<ProjectPriceActions row={agreed({ acts: ['reject'] })} day={DAY} />);
  fireEvent.click(screen.getByRole('button', { name: /Decide/ }));
  expect((await window()).getByRole('radio', { name: 'Approve' })).toHaveProperty('disabled', true);
});

test('an active price is ended only with a reason', async () => {
  show(<ProjectPriceActions row={agreed({ approvedAt: AT, acts: ['end'] })} day={DAY} />);
  fireEvent.click(screen.getByRole('button', { name: /End today/ }));
  const dialog = await window();
  fireEvent.click(dialog.getByRole('button', { name: 'End today' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'The study is over' } });
  fireEvent.click(dialog.getByRole('button', { name: 'End today' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.path).toBe('/api/lab/project-base-pricing/price-1/end');
  expect(requests[0]?.body).toEqual({ reason: 'The study is over' });
});

test('read-only users see no actions', () => {
  const { container } = show(<ProjectPriceActions row={agreed({ acts: [] })} day={DAY} />);
  expect(container.textContent).toBe('');
});

test('a proposal shows missing entries, and days in the wrong order', async () => {
  show(<ProjectPriceDialog choices={CHOICES} open onClose={closed} />);
  const dialog = await window();
  fireEvent.change(dialog.getByLabelText(/Each specimen/), { target: { value: '800.5' } });
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2026-01-01' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Propose price' }));
  expect(await dialog.findByText('The last day cannot be before the first.')).toBeTruthy();
  expect(dialog.getByText('Choose a project.')).toBeTruthy();
  expect(requests).toEqual([]);
});
