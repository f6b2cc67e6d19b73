import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import type { Role } from '#db/access/roles.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { operationNamed } from '#db/operations.ts';
import { company } from '#db/organizations/company.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { BenchLot, BenchOrganization } from './bench-names.tsx';
import { OrganizationLink, PersonLink } from './record-link.tsx';

// Loaded on first use in the app, and here before the first card is awaited.
beforeAll(() => Promise.all([import('./record-card.tsx'), import('./online-record-card.tsx')]), 60_000);

let role: Role = 'CS_REP';
let permissions: string[] = [];
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: {
      entity: 'WBL',
      siteVariant: 'lab-services',
      lab: DEFAULT_LAB,
      user: { id: 'me', role, companyId: 'home', parentCompanyId: null, permissions },
    },
  }),
}));

const CARD = {
  kind: 'organization',
  name: 'Northfield Biotech',
  type: 'COMPANY',
  status: 'ON_HOLD',
  verificationStatus: 'PENDING',
  parentName: null,
  members: 12,
};
const REFUSAL = { error: 'Not found', code: 'NOT_FOUND' };
let n = 0;
let requests: string[] = [];
let respond: () => Response | Promise<Response> = () => Response.json(CARD);
beforeEach(() => {
  n += 1;
  role = 'CS_REP';
  permissions = ['COMPANY_VIEW_ALL', 'USERS_VIEW_ALL'];
  requests = [];
  respond = () => Response.json(CARD);
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return respond();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const openCard = async (): Promise<void> => {
  act(() => screen.getByRole('link').focus());
  // Awaited, because the card is loaded on its first use.
  await act(async () => {
    fireEvent.keyDown(screen.getByRole('link'), { key: 'ArrowDown', altKey: true });
  });
};
const card = () => screen.findByRole('region', { name: 'About Northfield Biotech' });
const showLink = () => renderInRouter(<OrganizationLink id={`northfield-${n}`} name="Northfield Biotech" />);

test('an office reads the card of an organization from the server when it opens, not before', async () => {
  showLink();
  expect(requests).toEqual([]);
  await openCard();
  await waitFor(async () => expect(within(await card()).getByText('On hold')).toBeTruthy());
  expect(within(await card()).getByText('12')).toBeTruthy();
  expect(requests).toEqual([`/api/record-cards/northfield-${n}?kind=organization`]);
});

test('a card is loading until the server answers', async () => {
  let answer: (response: Response) => void = () => undefined;
  respond = () => new Promise((resolve) => (answer = resolve));
  showLink();
  await openCard();
  expect(within(await card()).getByRole('status', { name: 'Loading' })).toBeTruthy();
  await waitFor(() => expect(requests).toHaveLength(1));
  answer(Response.json(CARD));
  await waitFor(async () => expect(within(await card()).getByText('On hold')).toBeTruthy());
});

test('a card without a network says that it needs a connection', async () => {
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  showLink();
  await openCard();
  await waitFor(async () => expect(within(await card()).getByText('Needs a connection')).toBeTruthy(), {
    timeout: 4_000,
  });
});

test('a refused card shows the reason of the server', async () => {
  respond = () => Response.json(REFUSAL, { status: 404 });
  showLink();
  await openCard();
  await waitFor(async () => expect(within(await card()).getByText('Not found')).toBeTruthy());
  expect(requests).toHaveLength(1);
});

test('a name is plain text where the person may not open its page', () => {
  permissions = ['COMPANY_VIEW', 'USERS_VIEW'];
  renderInRouter(
    <>
      <OrganizationLink id="northfield" name="Northfield Biotech" />
      <PersonLink id="carla" companyId={null} name="Carla Mendes" />
    </>,
  );
  expect(screen.getByText(/Northfield Biotech/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

async function openBench(): Promise<Replica> {
  const server = new ModelServer(operationNamed);
  server.world.putRow(
    company,
    buildCompany({ id: 'northfield', name: 'Northfield Biotech', status: 'ON_HOLD' }),
  );
  server.world.putRow(inventoryType, buildInventoryType({ id: 'buffer', name: 'Lysis buffer' }));
  server.world.putRow(
    inventoryItem,
    buildInventoryItem({ id: 'lot', inventoryTypeId: 'buffer', lotNumber: 'L-77', quarantined: true }),
  );
  server.commit();
  const actor = buildActor();
  const bench = await openDevice({ name: `record-link-${n}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  return bench;
}

test('at the bench a press on a lot or on an organization without a page opens its card from the device', async () => {
  role = 'LAB_TECH';
  permissions = ['COMPANY_VIEW'];
  const bench = await openBench();
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <BenchLot id="lot" name="L-77" />
      <BenchOrganization id="northfield" entity="WBL" name="Northfield Biotech" />
    </ReplicaProvider>,
  );
  const lot = screen.getByRole('button', { name: 'L-77' });
  await act(async () => {
    fireEvent.click(lot);
  });
  const lotCard = await screen.findByRole('region', { name: 'About L-77' });
  await waitFor(() => expect(within(lotCard).getByText('Lysis buffer')).toBeTruthy());
  expect(within(lotCard).getByText('Quarantined')).toBeTruthy();
  expect(lot.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(lot);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'About L-77' })).toBeNull());

  await userEvent.click(screen.getByRole('button', { name: 'Northfield Biotech' }));
  await waitFor(async () => expect(within(await card()).getByText('On hold')).toBeTruthy());
  expect(requests).toEqual([]);
  await bench.close();
});
