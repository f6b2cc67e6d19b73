import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildService } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildProject } from '#db/factories/build-research.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { ServicePage, ServiceQuote } from './service-page.tsx';

const PROJECT = {
  ...buildProject({ id: 'project-1', companyId: 'company-1', name: 'Cohort', status: 'ACTIVE' }),
  companyName: 'Northfield',
  managerName: null,
  orderCount: 0,
  specimenCount: 0,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a service that is no longer on sale links to those that are', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'Not found.', code: 'NOT_FOUND' }, { status: 404 }),
  );
  renderInRouter(
    <OnlineQueries>
      <ServicePage slug="gone" onOrder={undefined} quotes={false} />
    </OnlineQueries>,
  );
  expect(await screen.findByText('This service is no longer available.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All services' }).getAttribute('href')).toBe('/service');
});

test('one press creates the order of the service, and the button is disabled meanwhile', async () => {
  const protocol = buildProtocol({ id: 'protocol-7' });
  const service = buildService({ slug: 'genome', name: 'Genome', protocolId: protocol.id });
  const more = { fromAmount: 89_500, tiers: [], history: [], missing: [], nextStatuses: [] };
  vi.stubGlobal('fetch', async () => Response.json({ ...service, ...more, protocol }));
  const onOrder = vi.fn(() => new Promise<void>(() => undefined));
  renderInRouter(
    <OnlineQueries>
      <ServicePage slug="genome" onOrder={onOrder} quotes={false} />
    </OnlineQueries>,
  );
  const order = await screen.findByRole<HTMLButtonElement>('button', { name: 'Order this service' });
  fireEvent.click(order);
  await waitFor(() => expect(order.disabled).toBe(true));
  fireEvent.click(order);
  expect(onOrder.mock.calls).toEqual([['protocol-7']]);
});

test("a customer gets the server's quote and the project price; too few specimens get none", async () => {
  const service = buildService({ protocolId: 'protocol-8', minSpecimens: 4, maxSpecimens: 96 });
  const requests: unknown[] = [];
  const answers = (path: string, body: { count: number; projectId: string | null }) => {
    if (path.startsWith('/api/projects')) return { rows: [PROJECT], total: 1, page: 1, limit: 200 };
    requests.push(body);
    const unit = body.projectId ? 20_000 : 25_000;
    const source = body.projectId ? 'PROJECT' : 'STANDARD';
    const total = body.count * unit;
    return {
      count: body.count,
      pricePerSpecimen: unit,
      discountPerSpecimen: 0,
      unit,
      problem: null,
      price: { source, warning: null },
      totals: { subtotal: total, discount: 0, fees: 0, total, adjustments: [] },
    };
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
    Response.json(answers(path, JSON.parse(String(init.body ?? '{}')))),
  );
  renderInRouter(
    <OnlineQueries>
      <ServiceQuote service={service} />
    </OnlineQueries>,
  );
  expect(await screen.findByText('$1,000.00')).toBeTruthy();
  expect(screen.getByText(/^Standard price, today\./)).toBeTruthy();
  fireEvent.change(await screen.findByLabelText('For a project'), { target: { value: 'project-1' } });
  expect(await screen.findByText('$800.00')).toBeTruthy();
  expect(screen.getByText(/^Price agreed for your project, today\./)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('How many specimens?'), { target: { value: '3' } });
  expect(screen.getByRole('status').textContent).toBe('Enter at least 4 specimens.');
  const question = { protocolId: 'protocol-8', count: 4 };
  expect(requests).toEqual([
    { ...question, companyId: null, projectId: null },
    { ...question, companyId: 'company-1', projectId: 'project-1' },
  ]);
});
