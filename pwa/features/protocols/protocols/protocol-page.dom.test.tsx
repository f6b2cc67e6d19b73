import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFlow, buildProtocol, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ProtocolPage } from './protocol-page.tsx';

const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };
const AUTHOR = { id: 'user-manager', role: 'LAB_MANAGER', permissions: [], parentCompanyId: null };
const DIRECTOR = { ...AUTHOR, id: 'user-director', role: 'LAB_RESEARCH_DIRECTOR' };
let user = AUTHOR;
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user, lab: LAB, entity: 'WBL', siteVariant: 'lab-services' } }),
}));

const BLOOD = buildFlow({ id: 'flow-blood', name: 'From blood', code: 'FLOW-BLOOD' });
const DNA = buildFlow({ id: 'flow-dna', name: 'From DNA', code: 'FLOW-DNA' });
let current: ShownProtocol;
let earlier: ShownProtocol;
let requests: { path: string; method: string; body: unknown }[];
let tested = 0;

beforeEach(async () => {
  await loadDialogs();
  user = AUTHOR;
  requests = [];
  // Queries are cached between tests, so each test has its own protocol.
  tested += 1;
  const first = buildProtocol({ id: `first-${tested}`, minVolume: '50' });
  const second = buildProtocol({
    id: `second-${tested}`,
    protocolVersion: 2,
    supersedesId: first.id,
    status: 'PENDING_APPROVAL',
    submittedAt: null,
    activatedAt: null,
    minVolume: '80',
  });
  const base = {
    problems: [],
    contentHash: 'a'.repeat(64),
    authors: [{ userId: 'user-manager', name: 'Mara Manager' }],
    authorChoices: [
      { userId: 'user-manager', name: 'Mara Manager', decides: true, email: null },
      { userId: 'user-director', name: 'Dora Director', decides: true, email: null },
      { userId: 'user-project', name: 'Paul Project', decides: false, email: null },
    ],
    signatures: [],
    service: { id: 'service', name: 'Whole genome', status: 'NOT_A_SERVICE' as const },
    priced: true,
    openOrders: 0,
    openSpecimens: 0,
  };
  // The default takes blood alone, so extracted blood is covered and DNA that is not extracted takes nothing.
  const blood = buildProtocolFlow({
    id: 'a',
    flowId: BLOOD.id,
    isDefault: true,
    specimenTypes: ['WHOLE_BLOOD'],
  });
  const dna = buildProtocolFlow({ id: 'b', flowId: DNA.id, isDefault: false, extractedNucleicAcids: true });
  const routes = [
    { rule: blood, flow: BLOOD },
    { rule: dna, flow: DNA },
  ];
  earlier = { ...base, protocol: first, routes: routes.slice(0, 1), versions: [] };
  current = { ...base, protocol: second, routes, versions: [second, first] };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (method !== 'GET') return Response.json({ outcome: 'APPLIED', code: null, message: null });
    if (path.startsWith('/api/lab/flows'))
      return Response.json({ rows: [BLOOD, DNA], total: 2, page: 1, limit: 500 });
    return Response.json(path.includes(earlier.protocol.id) ? earlier : current);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const changeRequests = () => requests.filter(({ method }) => method !== 'GET');
const showPage = () =>
  render(
    <OnlineQueries>
      <ProtocolPage id={current.protocol.id} />
    </OnlineQueries>,
    { wrapper: RouterWrapper },
  );

test('the page shows the flow of each specimen type, and the cells that no flow takes', async () => {
  showPage();
  const table = await screen.findByRole('table');
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'Specimen typeNot extractedExtracted',
    'Whole bloodFrom blood FLOW-BLOODFrom DNA FLOW-DNA',
    'Nucleic acidNo flowFrom DNA FLOW-DNA',
  ]);
});

test('the page opens with the difference from the version that it replaces', async () => {
  showPage();
  const changes = within(await screen.findByRole('list', { name: 'Changes' }));
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Minimum volume: 50 µL80 µL',
    'Flow FLOW-DNA: noneAny specimen, extracted',
  ]);
});

test('an author makes another flow the default, and only one is', async () => {
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit flows' }));
  const dialog = within(await screen.findByRole('dialog'));
  const defaults = dialog.getAllByRole('checkbox', { name: /^Default/ });
  const [, second] = defaults;
  if (!second) throw new Error('The dialog has no second flow.');
  await userEvent.click(second);
  await userEvent.click(dialog.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        path: '/api/lab/protocols',
        body: {
          operation: 'save-protocol-draft',
          args: {
            seenVersion: current.protocol.version,
            flows: [
              { flowId: 'flow-blood', isDefault: false, specimenTypes: ['WHOLE_BLOOD'] },
              { flowId: 'flow-dna', isDefault: true, extractedNucleicAcids: true },
            ],
          },
        },
      },
    ]),
  );
});

test('a director approves with the PIN, and is told of a missing price', async () => {
  user = DIRECTOR;
  current.priced = false;
  current.protocol = { ...current.protocol, submittedAt: '2026-11-21T09:00:00.000Z' };
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('No price is set. Set one in Protocol Pricing.')).toBeTruthy();
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Signing PIN/), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and approve' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      { path: '/api/lab/protocols/sign-off', body: { contentHash: 'a'.repeat(64), pin: '246810' } },
    ]),
  );
});

test('an active version is deprecated with a reason, and reinstating it is not offered', async () => {
  current.protocol = { ...current.protocol, status: 'ACTIVE' };
  current.versions = [current.protocol];
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  expect(screen.queryByRole('menuitem', { name: 'Reinstate' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deprecate' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Reason/), 'Replaced by another test.');
  await userEvent.click(dialog.getByRole('button', { name: 'Deprecate version' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      { body: { operation: 'deprecate-protocol', args: { reason: 'Replaced by another test.' } } },
    ]),
  );
});

test('an author of a protocol adds a colleague', async () => {
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Change authors' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change authors' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Paul Project' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save authors' }));
  const args = { protocolId: current.protocol.id, authorIds: ['user-manager', 'user-project'] };
  await waitFor(() =>
    expect(changeRequests().map(({ body }) => body)).toEqual([{ operation: 'set-protocol-authors', args }]),
  );
});
