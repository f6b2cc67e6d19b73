import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import type { OrdersSummary } from '#db/ordering/orders/orders-summary.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { NeedsAttention } from './needs-attention.tsx';

// No user is signed in.
beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(cleanup);

const EMPTY_SUMMARY: OrdersSummary = {
  orders: [],
  specimens: [],
  drafts: { total: 0, rows: [] },
  approvals: { total: 0, rows: [] },
  actionNeeded: [],
  toName: [],
  recent: [],
  weeks: [],
};

const Home = ({ toName }: Pick<OrdersSummary, 'toName'>) => (
  <NeedsAttention summary={{ ...EMPTY_SUMMARY, toName }} viewer={useViewer()} />
);

test("an order that waits for its specimen list is among the customer's tasks", () => {
  const agreed = shownOrder({ status: 'ANTICIPATED', orderNumber: 'W-000107', projectedSpecimenCount: 10 });
  renderInRouter(
    <OnlineQueries>
      <Home toName={[agreed]} />
    </OnlineQueries>,
  );
  const link = screen.getByRole('link', { name: /W-000107/ });
  expect(link.getAttribute('href')).toBe(`/orders/${agreed.id}`);
  expect(link.textContent).toContain('Specimens to enter');
  expect(link.textContent).toContain('of 10 specimens entered');
});
