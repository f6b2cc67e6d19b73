import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildShownInvoice } from '#db/factories/build-shown-invoice.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog.tsx';
import { ReferencesDialog } from './references-dialog.tsx';

let sent: { path: string; body: unknown }[];
let answer: () => Response;
const close = vi.fn();
const after = vi.fn();
beforeEach(async () => {
  await loadDialogs();
  sent = [];
  close.mockClear();
  after.mockClear();
  answer = () => Response.json(buildShownInvoice());
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Dialog = ReturnType<typeof within>;
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }));
const fill = (dialog: Dialog, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

test('references are changed over the version that was seen, with whole email addresses only', async () => {
  const shown = buildShownInvoice({
    version: 7,
    customerPurchaseOrder: 'PO-1',
    billingEmails: ['a@x.example'],
  });
  render(
    <OnlineQueries>
      <ReferencesDialog shown={shown} open onClose={close} onDone={after} />
    </OnlineQueries>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog, /Purchase order/, 'PO-2');
  fill(dialog, /Sent to/, 'a@x.example, wrong');
  press(dialog, 'Change references');
  expect(dialog.getByText('Enter an email address.')).toBeTruthy();
  fill(dialog, /Sent to/, 'a@x.example\nb@x.example');
  press(dialog, 'Change references');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(sent[0]).toEqual({
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
