import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildOrder, buildOrderApproval, shownDraft } from '#db/factories/build-ordering.ts';
import type { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { useOrderRowActions } from './order-row-actions.tsx';

const APPROVAL: ListedApproval = {
  ...buildOrderApproval({
    id: 'approval-1',
    orderId: 'order-1',
    kind: 'PURCHASE_ORDER',
    status: 'OPEN',
    detail: { total: 645_000 },
  }),
  orderNumber: 'W-000105',
  orderType: 'PURCHASE_ORDER',
  purchaseOrderNumber: 'PO-7004',
  total: 645_000,
  companyName: 'Harbor University',
  serviceName: 'Whole genome',
  submittedByName: 'Ana Ruiz',
  mine: true,
  ownOrder: false,
};
let approvals: ListedApproval[];
let requests: { path: string; body: unknown }[];
const drafts: string[] = [];
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  drafts.length = 0;
  approvals = [APPROVAL];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.body) requests.push({ path, body: JSON.parse(String(init.body)) });
    if (path.includes('/approvals?'))
      return Response.json({ rows: approvals, total: 1, page: 1, limit: 500 });
    if (path.endsWith('/copy'))
      return Response.json(shownDraft({ order: buildOrder({ id: 'copy-1', status: 'DRAFT' }) }), {
        status: 201,
      });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface RowProps {
  id: string;
  role: Role;
  status: OrderStatus;
  hasWizard: boolean;
}

function Row({ id, role, status, hasWizard }: RowProps) {
  const row = { id, status, orderClassification: 'STANDARD' as const };
  const viewer = { role, family: 'lab/orders' as const, hasWizard };
  const { actionsOf, dialog } = useOrderRowActions({ viewer, rows: [row], onDraft: (id) => drafts.push(id) });
  return (
    <>
      {actionsOf(row).map(({ label, disabled, onSelect }) => (
        <button key={label} type="button" disabled={disabled} onClick={onSelect}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  );
}
const show = (role: Role, status: OrderStatus, hasWizard = false, id = 'order-1') =>
  render(
    <OnlineQueries>
      <Row {...{ id, role, status, hasWizard }} />
    </OnlineQueries>,
  );
/** The button of a decision, which is disabled until it is known who decides. */
async function findDecision(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  return button;
}
const labels = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test('an order that waits for a decision is approved from the list', async () => {
  show('BILLING_MANAGER', 'PO_UNDER_REVIEW');
  fireEvent.click(await findDecision('Approve'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('PO-7004 for $6,450.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    { path: '/api/lab/orders/approvals/approval-1', body: { decision: 'APPROVED', reason: null } },
  ]);
});

test('an order is declined from the list only with a reason', async () => {
  show('BILLING_MANAGER', 'PO_UNDER_REVIEW');
  fireEvent.click(await findDecision('Decline'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Budget is closed' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await vi.waitFor(() =>
    expect(requests).toEqual([
      {
        path: '/api/lab/orders/approvals/approval-1',
        body: { decision: 'DECLINED', reason: 'Budget is closed' },
      },
    ]),
  );
});

test('nobody approves an order that they entered', async () => {
  // Answers are kept between tests, so this order is another one.
  approvals = [{ ...APPROVAL, orderId: 'order-2', ownOrder: true }];
  show('BILLING_MANAGER', 'PO_UNDER_REVIEW', false, 'order-2');
  await findDecision('Return');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true);
});

test('the buttons of an order that waits have their place before the deciders are known', async () => {
  approvals = [{ ...APPROVAL, orderId: 'order-3' }];
  show('BILLING_MANAGER', 'PO_UNDER_REVIEW', false, 'order-3');
  expect(labels()).toEqual(['Approve', 'Return', 'Decline']);
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await findDecision('Approve');
  expect(labels()).toEqual(['Approve', 'Return', 'Decline']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('decisions are offered only to their deciders, and while the order waits', async () => {
  const first = show('LAB_TECH', 'PO_UNDER_REVIEW');
  expect(labels()).toEqual([]);
  first.unmount();
  show('BILLING_MANAGER', 'ORDERED');
  expect(labels()).toEqual([]);
});

test('the copy of an order opens as a draft', async () => {
  show('CS_REP', 'COMPLETED', true);
  fireEvent.click(screen.getByRole('button', { name: 'Copy order' }));
  await vi.waitFor(() => expect(drafts).toEqual(['copy-1']));
  expect(requests).toEqual([{ path: '/api/lab/orders/order-1/copy', body: {} }]);
});

test('drafts and users without the wizard have no copy', () => {
  const first = show('CS_REP', 'DRAFT', true);
  expect(labels()).toEqual([]);
  first.unmount();
  show('CS_REP', 'COMPLETED', false);
  expect(labels()).toEqual([]);
});
