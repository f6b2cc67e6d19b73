import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApprovalByLink } from '#db/ordering/approvals/approval-by-link.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { ApprovalLinkPage } from './approval-link-page.tsx';

const APPROVAL: ApprovalByLink = {
  kind: 'PURCHASE_ORDER',
  detail: { total: 645_000 },
  orderNumber: 'W-000105',
  orderType: 'PURCHASE_ORDER',
  orderClassification: 'STANDARD',
  purchaseOrderNumber: 'PO-7004',
  total: 645_000,
  companyName: 'Northgate University',
  serviceName: 'Whole genome',
  submittedByName: 'Una User',
  ownOrder: false,
  specimenCount: 24,
  projectName: null,
  submittedAt: '2026-11-20T10:00:00.000Z',
  deciderName: 'Bill Manager',
  expiresAt: '2026-11-24T10:00:00.000Z',
};

let requests: { path: string; body: unknown }[];
let answers: Record<string, () => Response>;
beforeEach(() => {
  requests = [];
  answers = {
    '/api/auth/approval': () => Response.json(APPROVAL),
    '/api/auth/approval/decide': () => Response.json({ ok: true }),
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return answers[path]?.();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let n = 0;
function show() {
  n += 1;
  renderInRouter(
    <OnlineQueries>
      <ApprovalLinkPage token={`secret-${n}`} invalidLinkPage={<p>This link does not work any more</p>} />
    </OnlineQueries>,
  );
}
const refusal = (code: string, error: string) => () => Response.json({ code, error }, { status: 409 });

test('the page shows the essentials, and a single press decides nothing', async () => {
  show();
  expect(await screen.findByText('PO-7004 for $6,450.00')).toBeTruthy();
  expect(screen.getByText('Bill Manager')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'sign in to view it' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Choose what you decide.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Decline' }));
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('A reason is required.')).toBeTruthy();
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/approval']);
});

test('the secret is sent in the body, never in an address, and the page confirms the decision', async () => {
  show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Approve' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect((await screen.findByRole('status')).textContent).toContain('Approved: W-000105');
  expect(requests.at(-1)).toEqual({
    path: '/api/auth/approval/decide',
    body: { token: `secret-${n}`, decision: 'APPROVED', reason: null },
  });
});

test('the user who entered the order cannot approve it', async () => {
  answers['/api/auth/approval'] = () => Response.json({ ...APPROVAL, ownOrder: true });
  show();
  expect(await screen.findByRole('radio', { name: 'Approve' })).toHaveProperty('disabled', true);
});

test('an expired link, a decided one and one that expires while open each show a message', async () => {
  answers['/api/auth/approval'] = refusal('LINK_INVALID', 'Dead');
  show();
  expect(await screen.findByText('This link does not work any more')).toBeTruthy();
  cleanup();
  answers['/api/auth/approval'] = refusal('ALREADY_DECIDED', 'Decided');
  show();
  expect(await screen.findByText('This has been decided already')).toBeTruthy();
  cleanup();
  answers['/api/auth/approval'] = () => Response.json(APPROVAL);
  answers['/api/auth/approval/decide'] = refusal('LINK_INVALID', 'Dead');
  show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Approve' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('This link does not work any more')).toBeTruthy();
});
