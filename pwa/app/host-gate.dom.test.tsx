import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { HostGate } from './host-gate.tsx';

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());
const open = () =>
  render(
    <HostGate>
      <p>The laboratory</p>
    </HostGate>,
  );

test('a device without a network keeps the laboratory it knows', async () => {
  const called = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', called);
  open();
  await waitFor(() => expect(called).toHaveBeenCalled());
  expect(await screen.findByText('The laboratory')).toBeTruthy();
});

for (const text of ['Invalid host', 'Host is not defined'])
  test(`an address that is not ours is told: ${text}`, async () => {
    answering(() => Response.json({ error: text, code: 'BAD_REQUEST', issues: [] }, { status: 400 }));
    open();
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
    expect(screen.queryByText('The laboratory')).toBeNull();
  });

test('a business unit that nobody knows is told', async () => {
  answering(() => Response.json({ entity: 'ACME' }));
  open();
  expect(await screen.findByRole('heading', { name: 'Invalid entity' })).toBeTruthy();
});

// Last, because a page asks only once.
test('the first visit shows nothing until it is known whose laboratory it is; later ones do not wait', async () => {
  localStorage.clear();
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const first = open();
  expect(screen.queryByText('The laboratory')).toBeNull();
  answer(Response.json({ entity: 'RESONANT' }));
  expect(await screen.findByText('The laboratory')).toBeTruthy();
  expect(localStorage.getItem('entity')).toBe('RESONANT');
  first.unmount();
  open();
  expect(screen.getByText('The laboratory')).toBeTruthy();
});
