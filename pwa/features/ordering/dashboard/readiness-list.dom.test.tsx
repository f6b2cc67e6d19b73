import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Readiness } from '#db/organizations/invoicing.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ReadinessList, useReadiness } from './readiness-list.tsx';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user: { role: 'COMPANY_MANAGER' } } }),
}));

const READY: Readiness = {
  emailVerified: true,
  verificationStatus: 'APPROVED',
  isOnHold: false,
  paysByCard: true,
  paysByInvoice: true,
  invoicing: 'ALLOWED',
  declinedReason: null,
};
let readiness: Readiness;
beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/invoicing-request')) readiness = { ...readiness, invoicing: 'REQUESTED' };
    return Response.json(readiness);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ReadList = () => <ReadinessList readiness={useReadiness().data} />;
const show = (state: Partial<Readiness>) => {
  readiness = { ...READY, ...state };
  render(
    <OnlineQueries>
      <ReadList />
    </OnlineQueries>,
  );
};

test('a new organization sees each step that is missing before it can order', async () => {
  show({
    emailVerified: false,
    verificationStatus: 'PENDING',
    paysByInvoice: false,
    invoicing: 'NOT_REQUESTED',
  });
  expect(await screen.findByText('Email not verified')).toBeTruthy();
  expect(screen.getByText('Organization is being verified')).toBeTruthy();
  expect(screen.getByText('Purchase orders not accepted yet')).toBeTruthy();
  expect(screen.getAllByLabelText('Missing')).toHaveLength(2);
});

test('the organization asks for invoicing with one press, and the list says that billing answers', async () => {
  show({ paysByInvoice: false, invoicing: 'NOT_REQUESTED' });
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for invoicing' }));
  expect(await screen.findByText('Invoicing requested')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask for invoicing' })).toBeNull();
});

test('a declined request shows its reason and can be repeated', async () => {
  show({ paysByInvoice: false, invoicing: 'DECLINED', declinedReason: 'Two invoices are overdue' });
  expect(await screen.findByText('Declined: Two invoices are overdue')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ask for invoicing' })).toBeTruthy();
});
