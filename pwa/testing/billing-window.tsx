import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { buildShownInvoice } from '#db/factories/build-shown-invoice.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';

/** The server of billing as a window meets it: what it was sent, and what it answers. */
export interface BillingServer {
  requests: { path: string; body: unknown }[];
  answer(): Response;
}

/** Takes the place of the server; it answers with an invoice until a test tells it otherwise. */
export function stubBillingServer(): BillingServer {
  const server: BillingServer = { requests: [], answer: () => Response.json(buildShownInvoice()) };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    server.requests.push({ path, body: JSON.parse(String(init.body)) });
    return server.answer();
  });
  return server;
}

/** A window that is open. */
export type OpenWindow = ReturnType<typeof within>;

/** Draws a window of billing and waits until it is open. */
export async function openWindow(window: ReactElement): Promise<OpenWindow> {
  render(<OnlineQueries>{window}</OnlineQueries>);
  return within(await screen.findByRole('dialog'));
}

/** Presses a button of the window. */
export const press = (window: OpenWindow, name: string): boolean =>
  fireEvent.click(window.getByRole('button', { name }));

/** Fills in a field of the window. */
export const fill = (window: OpenWindow, label: RegExp, value: string): boolean =>
  fireEvent.change(window.getByLabelText(label), { target: { value } });
