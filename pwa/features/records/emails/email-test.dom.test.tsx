import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import type { ShownEmail } from '#db/records/emails/shown-email.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmailTestPage } from './email-test-page.tsx';

const MAIL: ShownEmail = {
  id: 'm1',
  createdAt: '2026-11-21T10:00:00.000Z',
  kind: 'ORDER_CANCELED',
  to: 'ann@uni.example',
  subject: 'Order W-000101 is canceled',
  status: 'FAILED',
  attempts: 8,
  nextAttemptAt: '2026-11-21T12:00:00.000Z',
  lastError: 'The mail server answered 550.',
  sentAt: null,
  text: 'This order is canceled\n\nDo not send specimens for it.',
  html: '<!doctype html><html><head><title>x</title></head><body><h1>This order is canceled</h1></body></html>',
  hidden: false,
  sendable: true,
};
let mail: ShownEmail;
let requestedPaths: string[];
let requests: unknown[];
let refusal: string | null;
beforeEach(async () => {
  // Queries are cached between tests, so each test reads an email of its own.
  await loadDialogs();
  mail = { ...MAIL };
  [requestedPaths, requests, refusal] = [[], [], null];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      requests.push([path, init.body ? JSON.parse(String(init.body)) : null]);
      if (refusal) return Response.json({ error: refusal }, { status: 409 });
      if (path === '/api/emails/test') return Response.json({ id: 'm2' }, { status: 201 });
      mail = { ...mail, status: 'QUEUED', attempts: 0, lastError: null, sendable: false };
      return Response.json(mail);
    }
    if (/^\/api\/emails\/m\d/.test(path)) return Response.json(mail);
    requestedPaths.push(path);
    return Response.json({ rows: [mail], total: 1, page: 1, limit: 50 });
  });
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(address = '/email-test') {
  const rootRoute = createRootRoute({
    component: () => (
      <OnlineQueries>
        <EmailTestPage email="dev@wbl.example" />
      </OnlineQueries>
    ),
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history })} />);
}

test('the outbox is searched and filtered by kind and status on the server', async () => {
  open('/email-test?search=ann&kind=ORDER_CANCELED&status=FAILED');
  await screen.findByText('Order W-000101 is canceled');
  expect(screen.getByText('The mail server answered 550.')).toBeTruthy();
  const query = new URLSearchParams(requestedPaths[0]?.split('?')[1]);
  expect([query.get('search'), query.get('kind'), query.get('status'), query.get('sort')]).toEqual([
    'ann',
    'ORDER_CANCELED',
    'FAILED',
    'createdAt:desc',
  ]);
});

test('an email is shown in a sandboxed frame without scripts and remote content, and as plain text', async () => {
  open('/email-test?mail=m1');
  const frame = await screen.findByTitle('Order W-000101 is canceled, as HTML');
  expect(frame.getAttribute('sandbox')).toBe('');
  const frameDocument = frame.getAttribute('srcdoc') ?? '';
  expect(frameDocument).toMatch(
    /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
  );
  expect(frameDocument).toContain('<h1>This order is canceled</h1>');
  fireEvent.click(screen.getByRole('tab', { name: 'Plain text' }));
  expect(await screen.findByText(/Do not send specimens for it\./)).toBeTruthy();
});

test('a failed email shows the reason and is sent again after confirmation', async () => {
  open('/email-test?mail=m1');
  expect(await screen.findByText('Tried 8 times, then given up.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again…' }));
  expect(await screen.findByText(/ann@uni\.example gets “Order W-000101 is canceled”/)).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalledWith('The email is queued.'));
  expect(requests).toEqual([['/api/emails/m1/retry', null]]);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Send again…' })).toBeNull());
});

test('a refusal to send again shows the reason', async () => {
  refusal = 'The link in this email is not kept.';
  open('/email-test?mail=m4');
  fireEvent.click(await screen.findByRole('button', { name: 'Send again…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalledWith('The link in this email is not kept.'));
});

test('an email with a link that opens an account is not shown', async () => {
  mail = { ...MAIL, kind: 'PASSWORD_RESET', text: '', html: '', hidden: true, sendable: false };
  open('/email-test?mail=m5');
  expect(await screen.findByText(/The email held a link that opens an account/)).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'HTML' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send again…' })).toBeNull();
});

test('every kind is listed with recipient and occasion, searchable, and sent to oneself', async () => {
  open('/email-test?tab=samples');
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('row')).toHaveLength(EMAIL_KINDS.length + 1);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '15 and 30 days late' } });
  await vi.waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Send me a sample: Invoice overdue' }));
  await vi.waitFor(() =>
    expect(toast.success).toHaveBeenCalledWith('A sample is on its way to dev@wbl.example.'),
  );
  expect(requests).toEqual([['/api/emails/test', { kind: 'INVOICE_OVERDUE' }]]);
});
