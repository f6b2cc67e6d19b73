import { afterEach, expect, test, vi } from 'vitest';
import { buildShownInvoice } from '#db/factories/build-billing.ts';
import { fill, openWindow, press, stubBillingServer } from '#pwa/testing/billing-window.tsx';
import { ReferencesDialog } from './invoice-page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('references are saved over the version that was seen, and need valid email addresses', async () => {
  const server = stubBillingServer();
  const invoiceView = buildShownInvoice({
    version: 7,
    customerPurchaseOrder: 'PO-1',
    billingEmails: ['a@x.example'],
  });
  const after = vi.fn();
  const dialog = await openWindow(
    <ReferencesDialog invoiceView={invoiceView} open onClose={() => undefined} onDone={after} />,
  );
  fill(dialog, /Purchase order/, 'PO-2');
  fill(dialog, /Sent to/, 'a@x.example, wrong');
  press(dialog, 'Change references');
  expect(await dialog.findByText('Enter an email address.')).toBeTruthy();
  fill(dialog, /Sent to/, 'a@x.example\nb@x.example');
  press(dialog, 'Change references');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1',
    body: {
      seenVersion: 7,
      changes: {
        customerPurchaseOrder: 'PO-2',
        statementOfWork: null,
        billingEmails: ['a@x.example', 'b@x.example'],
      },
    },
  });
});
