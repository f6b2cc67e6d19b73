import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft } from '#db/factories/build-ordering.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

afterEach(cleanup);
// A step saves its values on leaving; that request is answered too.
afterAll(() => vi.unstubAllGlobals());

const GAP = {
  step: 'review',
  field: 'purchaseOrderNumber',
  message: 'Enter the purchase order number.',
} as const;

test('the error of a missing field disappears once the field is filled in and saved', async () => {
  const user = userEvent.setup();
  const order = buildOrder({
    id: 'gap-1',
    status: 'DRAFT',
    orderType: 'PURCHASE_ORDER',
    purchaseOrderNumber: null,
  });
  let draft: ShownDraft = shownDraft({ order, offeredOrderTypes: ['PURCHASE_ORDER'], problems: [GAP] });
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.includes('/api/s3')) return Response.json({ rows: [], total: 0, page: 1, limit: 25 });
    if (init.method === 'POST') {
      const { changes } = JSON.parse(String(init.body));
      const { version } = draft.order;
      draft = { ...draft, problems: [], order: { ...draft.order, ...changes, version: version + 1 } };
    }
    return Response.json(draft);
  });
  render(<ShownWizard id={order.id} step="review" />);
  const number = await screen.findByRole('textbox', { name: /^Purchase order number/ });
  await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'));
  await user.type(number, 'PO-77');
  await user.tab();
  expect(await screen.findByText('Everything is there.')).toBeTruthy();
  await waitFor(() => expect(number.getAttribute('aria-invalid')).not.toBe('true'));
  expect(screen.queryByText(GAP.message)).toBeNull();
});
