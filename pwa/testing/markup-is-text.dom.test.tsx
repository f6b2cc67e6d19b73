import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { QuarantineList } from '#pwa/features/data-sync/quarantine-list.tsx';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('stored XSS: markup in a name, a device, an act and its arguments is shown as it was written', async () => {
  const held = {
    id: 'held-1',
    name: MARKUP,
    occurredAt: '2026-11-21T10:00:00.000Z',
    receivedAt: '2026-11-21T11:00:00.000Z',
    message: MARKUP,
    args: { fileName: `${MARKUP}.pdf`, note: MARKUP },
    userName: MARKUP,
    deviceName: MARKUP,
  };
  vi.stubGlobal('fetch', async () => Response.json({ quarantine: [held] }));
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <QuarantineList />
    </QueryClientProvider>,
  );
  expect((await screen.findAllByText(MARKUP)).length).toBeGreaterThan(2);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});
