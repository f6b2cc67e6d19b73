import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFlow, buildProcedure } from '#db/factories/build-protocols.ts';
import type { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { FlowPage } from './flow-page.tsx';

const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };
const AUTHOR = { id: 'user-manager', role: 'LAB_MANAGER', permissions: [], parentCompanyId: null };
const DIRECTOR = { ...AUTHOR, id: 'user-director', role: 'LAB_RESEARCH_DIRECTOR' };
const TECH = { ...AUTHOR, id: 'user-tech', role: 'LAB_TECH' };
let user = AUTHOR;
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user, lab: LAB, entity: 'WBL', siteVariant: 'lab-services' } }),
}));

const EXTRACTION = buildProcedure({ id: 'extraction', name: 'Bead extraction' });
const GENTLE = buildProcedure({
  id: 'gentle',
  name: 'Gentle extraction',
  code: 'SOP-EXT-09',
  status: 'PENDING_APPROVAL',
  submittedAt: null,
});
let current: ShownFlow;
let earlier: ShownFlow;
let requests: { path: string; method: string; body: unknown }[];
let tested = 0;

const slotsOf = (extraction: typeof EXTRACTION): ShownFlow['slots'] => [
  { batchType: 'PREPARATION', procedure: null },
  { batchType: 'EXTRACTION', procedure: extraction },
  { batchType: 'LIBRARY_PREPARATION', procedure: null },
  { batchType: 'SEQUENCING', procedure: null },
];

beforeEach(async () => {
  await loadDialogs();
  user = AUTHOR;
  requests = [];
  // Queries are cached between tests, so each test has its own flow.
  tested += 1;
  const ONE_STAGE = { libraryPreparationProcedureId: null, sequencingProcedureId: null };
  const base = {
    clinical: false,
    problems: [],
    contentHash: 'a'.repeat(64),
    authors: [{ userId: 'user-manager', name: 'Mara Manager' }],
    authorChoices: [
      { userId: 'user-manager', name: 'Mara Manager', decides: true, email: null },
      { userId: 'user-director', name: 'Dora Director', decides: true, email: null },
      { userId: 'user-project', name: 'Paul Project', decides: false, email: null },
    ],
    signatures: [],
    protocols: [],
    queuedSamples: 0,
    queuedSpecimens: 2,
  };
  const first = buildFlow({ id: `first-${tested}`, extractionProcedureId: 'extraction', ...ONE_STAGE });
  const second = buildFlow({
    id: `second-${tested}`,
    flowVersion: 2,
    supersedesId: first.id,
    status: 'PENDING_APPROVAL',
    submittedAt: null,
    activatedAt: null,
    extractionProcedureId: 'gentle',
    ...ONE_STAGE,
  });
  earlier = { ...base, flow: first, slots: slotsOf(EXTRACTION), versions: [] };
  current = { ...base, flow: second, slots: slotsOf(GENTLE), versions: [second, first] };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (method !== 'GET') return Response.json({ outcome: 'APPLIED', code: null, message: null });
    if (path.startsWith('/api/lab/procedures'))
      return Response.json({ rows: [EXTRACTION, GENTLE], total: 2, page: 1, limit: 500 });
    return Response.json(path.includes(earlier.flow.id) ? earlier : current);
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
      <FlowPage id={current.flow.id} />
    </OnlineQueries>,
    { wrapper: RouterWrapper },
  );

test('the page shows the stages in the order of work, and what changed in the version', async () => {
  showPage();
  const changes = within(await screen.findByRole('list', { name: 'Changes' }));
  expect(changes.getByRole('listitem').textContent).toBe(
    'Extraction: SOP-EXT-01 version 1SOP-EXT-09 version 1',
  );
  const stages = screen.getByRole('heading', { name: 'Stages' }).closest('section');
  if (!stages) throw new Error('The stages have no section.');
  expect(
    within(stages)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Sample preparationNot in this flow',
    'ExtractionGentle extraction, SOP-EXT-09 version 1Draft',
    'Library preparationNot in this flow',
    'SequencingNot in this flow',
  ]);
});

test('a link leads to a procedure only where the person may open it', async () => {
  const { unmount } = showPage();
  expect(await screen.findByRole('link', { name: /Gentle extraction/ })).toBeTruthy();
  unmount();
  user = TECH;
  showPage();
  await screen.findByText(/Gentle extraction/);
  expect(screen.queryByRole('link', { name: /Gentle extraction/ })).toBeNull();
});

test('an author sees the problems of a draft, and chooses another procedure', async () => {
  current.problems = ['Extraction: SOP-EXT-09, version 1, is not approved.'];
  showPage();
  expect(await screen.findByText('Extraction: SOP-EXT-09, version 1, is not approved.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: /Bead extraction/ });
  await userEvent.selectOptions(dialog.getByLabelText(/^Extraction/), 'extraction');
  await userEvent.click(dialog.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        path: '/api/lab/flows',
        body: {
          operation: 'save-flow-draft',
          args: {
            flowId: current.flow.id,
            seenVersion: current.flow.version,
            settings: {
              name: 'From blood',
              extractionProcedureId: 'extraction',
              sequencingProcedureId: null,
            },
          },
        },
      },
    ]),
  );
});

test('a director approves a submitted version with the PIN, and an author does not decide', async () => {
  current.flow = { ...current.flow, submittedAt: '2026-11-21T09:00:00.000Z' };
  const { unmount } = showPage();
  await screen.findAllByText('Pending approval');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  unmount();
  user = DIRECTOR;
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByLabelText('Also for queued specimens (2)'));
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Signing PIN/), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and approve' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        path: '/api/lab/flows/sign-off',
        body: {
          effectiveFrom: null,
          contentHash: 'a'.repeat(64),
          takesQueuedSpecimens: true,
          pin: '246810',
        },
      },
    ]),
  );
});

test('a clinical flow is not decided by a research director', async () => {
  user = DIRECTOR;
  current.clinical = true;
  current.flow = { ...current.flow, submittedAt: '2026-11-21T09:00:00.000Z' };
  showPage();
  await screen.findAllByText('Pending approval');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('two people of one name are told apart by their email', async () => {
  current.authorChoices = ['one', 'two'].map((id) => ({
    userId: id,
    name: 'Paul Project',
    decides: false,
    email: `${id}@wbl.example`,
  }));
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Change authors' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change authors' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Paul Project (two@wbl.example)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save authors' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([{ body: { args: { authorIds: ['user-manager', 'two'] } } }]),
  );
});

test('an author adds a colleague, and the page says who cannot approve', async () => {
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Change authors' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change authors' }));
  expect(dialog.getByText('Authors edit this version. None of them may approve it.')).toBeTruthy();
  expect(dialog.getByRole('checkbox', { name: /^Mara Manager/ })).toHaveProperty('disabled', true);
  expect(dialog.getByText(', may approve unless an author')).toBeTruthy();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Paul Project' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save authors' }));
  await waitFor(() =>
    expect(changeRequests().map(({ body }) => body)).toEqual([
      {
        operation: 'set-flow-authors',
        args: { flowId: current.flow.id, authorIds: ['user-manager', 'user-project'] },
      },
    ]),
  );
});

test('a person who writes a version learns that another one approves it, and others change no authors', async () => {
  const { unmount } = showPage();
  expect(await screen.findByText('You are an author, so another person approves it.')).toBeTruthy();
  unmount();
  user = DIRECTOR;
  showPage();
  expect(await screen.findByRole('list', { name: 'Authors' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change authors' })).toBeNull();
  expect(screen.queryByText(/^You are an author/)).toBeNull();
});
