import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PreferenceForm } from '#db/identity/preference-form.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { PreferencesPart } from './settings-page.tsx';

let storedPreferences: PreferenceForm;
let failing: boolean;
beforeEach(() => {
  storedPreferences = { emailUpdateFrequency: 'DAILY', orderCompleteEmail: true };
  failing = false;
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (failing) return Response.json({ error: 'The server is busy. Try again.' }, { status: 503 });
    if (init.method === 'PUT') storedPreferences = JSON.parse(String(init.body));
    return Response.json(storedPreferences);
  });
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.restoreAllMocks();
});

const radio = (name: string): HTMLElement => screen.getByRole('radio', { name });
const isChosen = (name: string): boolean => (radio(name) as HTMLInputElement).checked;

test('a choice is saved at once', async () => {
  render(<PreferencesPart />, { wrapper: OnlineQueries });
  await screen.findByRole('radio', { name: 'Daily' });
  expect(isChosen('Daily')).toBe(true);
  fireEvent.click(radio('Weekly'));
  await vi.waitFor(() => expect(toast.success).toHaveBeenCalled());
  expect(storedPreferences).toEqual({ emailUpdateFrequency: 'WEEKLY', orderCompleteEmail: true });
  fireEvent.click(screen.getByRole('checkbox', { name: /order is complete/ }));
  await vi.waitFor(() => expect(storedPreferences.orderCompleteEmail).toBe(false));
});

test('the content and time of a summary are described beside the choice', async () => {
  render(<PreferencesPart />, { wrapper: OnlineQueries });
  await screen.findByText(/07:00 lab time, when anything changed since the day before/);
  expect(screen.getByText(/specimens received, progress of specimens, results ready/)).toBeTruthy();
  fireEvent.click(radio('Never'));
  await screen.findByText(/No summary is sent/);
});

test('a choice that could not be saved is reverted, with the reason', async () => {
  render(<PreferencesPart />, { wrapper: OnlineQueries });
  await screen.findByRole('radio', { name: 'Daily' });
  failing = true;
  fireEvent.click(radio('Never'));
  await vi.waitFor(() => expect(toast.error).toHaveBeenCalledWith('The server is busy. Try again.'));
  await vi.waitFor(() => expect([isChosen('Daily'), isChosen('Never')]).toEqual([true, false]));
});

test('a failed load shows a message and can be retried', async () => {
  failing = true;
  render(<PreferencesPart />, { wrapper: OnlineQueries });
  // The first failure is tried again after a second.
  await screen.findByText('The server is busy. Try again.', {}, { timeout: 4_000 });
  failing = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'Daily' })).toBeTruthy();
});
