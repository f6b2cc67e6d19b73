import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { HostGate } from './host-gate.tsx';

afterEach(() => vi.unstubAllGlobals());

function Page({ useEntity }: { useEntity(): BusinessEntity | null }) {
  return <p>{useEntity() ?? 'nobody’s yet'}</p>;
}

/** Open the gate of a fresh page, which has sent no request yet. */
async function freshGate() {
  vi.resetModules();
  return import('./host-gate.tsx');
}

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
  test(`an unknown address shows the error: ${text}`, async () => {
    answering(() => Response.json({ error: text, code: 'BAD_REQUEST', issues: [] }, { status: 400 }));
    open();
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
    expect(screen.queryByText('The laboratory')).toBeNull();
  });

test('an unknown business entity is reported', async () => {
  answering(() => Response.json({ entity: 'ACME' }));
  open();
  expect(await screen.findByRole('heading', { name: 'Invalid entity' })).toBeTruthy();
});

test('a server that does not answer leaves no empty page: the page renders without a logo', async () => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const { HostGate: Gate, useHostEntity } = await freshGate();
  render(
    <Gate>
      <Page useEntity={useHostEntity} />
    </Gate>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1400));
  expect(screen.queryByText('nobody’s yet')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText('nobody’s yet')).toBeTruthy();
  vi.useRealTimers();
});

test('a failed request is repeated until the business entity is known', async () => {
  localStorage.clear();
  vi.useFakeTimers();
  const fetchHost = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetchHost);
  const { useHostEntity } = await freshGate();
  render(<Page useEntity={useHostEntity} />);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByText('nobody’s yet')).toBeTruthy();
  fetchHost.mockImplementation(async () => Response.json({ entity: 'RESONANT' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('RESONANT')).toBeTruthy();
  vi.useRealTimers();
});

// This test is last, because a page asks only once.
test('the first visit shows nothing until the business entity is known; later ones do not wait', async () => {
  localStorage.clear();
  let answer: ((response: Response) => void) | undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const first = open();
  await waitFor(() => expect(answer).toBeDefined());
  expect(screen.queryByText('The laboratory')).toBeNull();
  answer?.(Response.json({ entity: 'RESONANT' }));
  expect(await screen.findByText('The laboratory')).toBeTruthy();
  expect(localStorage.getItem('entity')).toBe('RESONANT');
  first.unmount();
  open();
  expect(screen.getByText('The laboratory')).toBeTruthy();
});
