import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildProtocol } from '#db/factories/build-protocol.ts';
import { buildService } from '#db/factories/build-service.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ServicePage } from './service-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a service that is not on sale any more leads to those that are', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'Not found.', code: 'NOT_FOUND' }, { status: 404 }),
  );
  render(
    <OnlineQueries>
      <ServicePage slug="gone" onOrder={undefined} />
    </OnlineQueries>,
  );
  expect(await screen.findByText('This service is no longer available.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All services' }).getAttribute('href')).toBe('/service');
});

test('one press begins the order of the service, and the button waits meanwhile', async () => {
  const protocol = buildProtocol({ id: 'protocol-7' });
  const service = buildService({ slug: 'genome', name: 'Genome', protocolId: protocol.id });
  const more = { fromAmount: 89_500, tiers: [], history: [], missing: [], nextStatuses: [] };
  vi.stubGlobal('fetch', async () => Response.json({ ...service, ...more, protocol }));
  const onOrder = vi.fn(() => new Promise<void>(() => undefined));
  render(
    <OnlineQueries>
      <ServicePage slug="genome" onOrder={onOrder} />
    </OnlineQueries>,
  );
  const order = await screen.findByRole<HTMLButtonElement>('button', { name: 'Order this service' });
  fireEvent.click(order);
  await waitFor(() => expect(order.disabled).toBe(true));
  fireEvent.click(order);
  expect(onOrder.mock.calls).toEqual([['protocol-7']]);
});
