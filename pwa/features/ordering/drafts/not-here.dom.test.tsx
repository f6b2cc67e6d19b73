import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ShownWizard } from '#pwa/testing/shown-wizard.tsx';

let requestCount = 0;
const answers = (status: number, error: string, code: string) =>
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('create-order')) requestCount += 1;
    return Response.json({ error, code }, { status });
  });
const show = (id: string) => render(<ShownWizard id={id} step={undefined} />);
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

test('a missing order, or one of another organization, is reported at once with a link to a new one', async () => {
  answers(404, 'Not found.', 'NOT_FOUND');
  show('nowhere');
  expect(await screen.findByText('Order not found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start a new order' }).getAttribute('href')).toBe('/order/create');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(requestCount).toBe(1);
});

test('an order that fails to load can be requested again', async () => {
  answers(503, 'The server is busy. Try again in a minute.', 'UNAVAILABLE');
  show('later');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByText('The server is busy. Try again in a minute.')).toBeTruthy();
});
