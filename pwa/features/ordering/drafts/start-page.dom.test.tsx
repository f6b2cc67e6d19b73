import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import type { ListedOrder } from '#db/ordering/orders/listed-order.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { StartPage } from './start-page.tsx';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { siteVariant: 'lab-services', user: { id: 'me', role: 'COMPANY_USER' } } }),
}));

const buildListedOrder = (id: string, status: ListedOrder['status']): ListedOrder => ({
  ...buildOrder({
    id,
    status,
    orderNumber: status === 'DRAFT' ? null : `W-00020${id}`,
    createdAt: '2026-11-20T15:00:00.000Z',
    submittedAt: status === 'DRAFT' ? null : '2026-11-20T16:00:00.000Z',
  }),
  companyName: 'Harbor University',
  serviceName: 'Whole genome',
  projectName: null,
  createdByName: 'Ana Ruiz',
  specimenCount: 96,
  receivedCount: 96,
});
let requests: string[];
beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(`${init.method ?? 'GET'} ${path}`);
    if (path.endsWith('/copy'))
      return Response.json(shownDraft({ order: buildOrder({ id: 'copy-1', status: 'DRAFT' }) }), {
        status: 201,
      });
    if (path.startsWith('/api/orders?')) {
      const rows = path.includes('status=DRAFT')
        ? [buildListedOrder('1', 'DRAFT')]
        : [buildListedOrder('2', 'COMPLETED')];
      return Response.json({ rows, total: 1, page: 1, limit: 20 });
    }
    return Response.json({}, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the start of an order offers drafts to continue and submitted orders to copy', async () => {
  const started: string[] = [];
  render(
    <RouterWrapper>
      <OnlineQueries>
        <StartPage onStarted={(id) => started.push(id)} />
      </OnlineQueries>
    </RouterWrapper>,
  );
  expect(await screen.findByText('W-000202 · Whole genome')).toBeTruthy();
  expect(await screen.findByText('Draft, Whole genome, Nov 20')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Copy order: Draft/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Copy order: W-000202' }));
  await vi.waitFor(() => expect(started).toEqual(['copy-1']));
  expect(requests).toContain('POST /api/orders/2/copy');
});
