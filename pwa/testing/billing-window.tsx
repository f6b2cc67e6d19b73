import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { buildShownInvoice } from '#db/factories/build-billing.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';

/** A fake billing server for dialogs: its received requests and its answers. */
export interface BillingServer {
  requests: { path: string; body: unknown }[];
  answer(): Response;
}

/** Replace the server; it answers with an invoice until a test sets another answer. */
export function stubBillingServer(): BillingServer {
  const server: BillingServer = { requests: [], answer: () => Response.json(buildShownInvoice()) };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    server.requests.push({ path, body: JSON.parse(String(init.body)) });
    return server.answer();
  });
  return server;
}

/** An open dialog. */
export type OpenWindow = ReturnType<typeof within>;

/** Render a billing dialog and wait until it is open. */
export async function openWindow(window: ReactElement): Promise<OpenWindow> {
  render(<OnlineQueries>{window}</OnlineQueries>);
  return within(await screen.findByRole('dialog'));
}

/** Press a button of the dialog. */
export const press = (window: OpenWindow, name: string): boolean =>
  fireEvent.click(window.getByRole('button', { name }));

/** Fill in a field of the dialog. */
export const fill = (window: OpenWindow, label: RegExp, value: string): boolean =>
  fireEvent.change(window.getByLabelText(label), { target: { value } });
