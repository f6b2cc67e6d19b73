import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildDraftSection } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ProcedurePage } from './procedure-page.tsx';

const AUTHOR = { id: 'user-manager', role: 'LAB_MANAGER' };
const DIRECTOR = { id: 'user-director', role: 'LAB_RESEARCH_DIRECTOR' };
let user = AUTHOR;
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user } }) }));

const SECTION = buildDraftSection();
let current: ShownProcedure;
let earlier: ShownProcedure;
let requests: { path: string; method: string; body: unknown }[];
let tested = 0;

const versionOf = ({ procedure }: ShownProcedure): ShownProcedure['versions'][number] => procedure;

beforeEach(async () => {
  await loadDialogs();
  user = AUTHOR;
  requests = [];
  // Queries are cached between tests, so each test has its own procedure.
  tested += 1;
  const base = {
    sections: [SECTION],
    draft: null,
    problems: [],
    names: {},
    document: null,
    contentHash: 'a'.repeat(64),
    authors: [{ userId: 'user-manager', name: 'Mara Manager' }],
    authorChoices: [
      { userId: 'user-manager', name: 'Mara Manager', decides: true, email: null },
      { userId: 'user-director', name: 'Dora Director', decides: true, email: null },
      { userId: 'user-project', name: 'Paul Project', decides: false, email: null },
    ],
    signatures: [],
    flows: [],
    openBatches: [],
    queuedSamples: 0,
  };
  const first = buildProcedure({ id: `first-${tested}`, maxSamples: 24 });
  const second = buildProcedure({
    id: `second-${tested}`,
    procedureVersion: 2,
    supersedesId: first.id,
    status: 'PENDING_APPROVAL',
    submittedAt: null,
    activatedAt: null,
    maxSamples: 48,
  });
  earlier = { ...base, procedure: first, versions: [] };
  current = {
    ...base,
    procedure: second,
    draft: { version: 3, savedById: 'user-manager', savedByName: 'Mara Manager', savedAt: second.updatedAt },
    versions: [],
  };
  current.versions = [versionOf(current), versionOf(earlier)];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    requests.push({ path, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (method !== 'GET') return Response.json({ outcome: 'APPLIED', code: null, message: null });
    return Response.json(path.includes(earlier.procedure.id) ? earlier : current);
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
      <ProcedurePage id={current.procedure.id} />
    </OnlineQueries>,
    { wrapper: RouterWrapper },
  );

test('the page opens with the difference from the version that it replaces', async () => {
  showPage();
  const item = await screen.findByText('Max samples:');
  expect(item.parentElement?.textContent).toBe('Max samples: 2448');
  expect(screen.getAllByText('Draft').length).toBe(2);
});

test('an author sees all problems of a draft, and submits one without problems', async () => {
  const [section] = current.sections;
  current.problems = [
    {
      sectionId: section?.id ?? null,
      stepId: null,
      fieldId: null,
      message: 'Lot: choose the inventory type of the lot.',
    },
  ];
  showPage();
  expect(await screen.findByText('Lot: choose the inventory type of the lot.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Change summary/), 'More samples a batch.');
  await userEvent.click(dialog.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        method: 'PATCH',
        path: '/api/lab/procedures',
        body: {
          operation: 'submit-procedure',
          args: { procedureId: current.procedure.id, changeSummary: 'More samples a batch.' },
        },
      },
    ]),
  );
});

test('a director approves with the PIN, for the chosen flows', async () => {
  user = DIRECTOR;
  current.procedure = { ...current.procedure, submittedAt: '2026-11-21T09:00:00.000Z' };
  current.flows = ['Blood', 'DNA'].map((name) => ({
    id: `flow-${name}`,
    name,
    flowVersion: 1,
    procedureId: earlier.procedure.id,
    clinical: false,
    queuedSpecimens: name === 'DNA' ? 5 : 2,
  }));
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Also for queued specimens (7)')).toBeTruthy();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'DNA, version 1' }));
  await userEvent.click(dialog.getByLabelText('Also for queued specimens (2)'));
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Signing PIN/), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and approve' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        path: '/api/lab/procedures/sign-off',
        body: {
          updateFlowIds: ['flow-Blood'],
          takesQueuedSpecimens: true,
          effectiveFrom: null,
          contentHash: 'a'.repeat(64),
          pin: '246810',
        },
      },
    ]),
  );
});

test('a director who updates no flow gets no tick for specimens', async () => {
  user = DIRECTOR;
  current.procedure = { ...current.procedure, submittedAt: '2026-11-21T09:00:00.000Z' };
  const { id: procedureId } = earlier.procedure;
  current.flows = [
    { id: 'flow', name: 'Blood', flowVersion: 1, procedureId, clinical: false, queuedSpecimens: 2 },
  ];
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByLabelText('Also for queued specimens (2)'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Blood, version 1' }));
  expect(dialog.queryByLabelText(/queued specimens/)).toBeNull();
  await userEvent.setup({ delay: 60 }).type(dialog.getByLabelText(/Signing PIN/), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign and approve' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([{ body: { updateFlowIds: [], takesQueuedSpecimens: false } }]),
  );
});

test('an author never decides about the own version', async () => {
  user = { ...DIRECTOR, id: 'user-manager' };
  current.procedure = { ...current.procedure, submittedAt: '2026-11-21T09:00:00.000Z' };
  showPage();
  await screen.findByText('Pending approval');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('a file of another lab is read into the draft, and another kind of file is refused with the reason', async () => {
  showPage();
  const input = await screen.findByLabelText('Procedure file');
  await userEvent.upload(input, new File(['{"format":"other"}'], 'x.json', { type: 'application/json' }));
  expect(changeRequests()).toEqual([]);
  const { readProcedureFile, writeProcedureFile } = await import('./procedure-file.ts');
  const text = await writeProcedureFile(earlier, () => Promise.reject(new Error('No pictures')));
  expect(readProcedureFile(text, 'EXTRACTION').content?.sections).toEqual([SECTION]);
  expect(readProcedureFile(text, 'SEQUENCING').problem).toBe(
    'The file is a procedure for another type of batch.',
  );
  expect(readProcedureFile('no json', 'EXTRACTION').problem).toContain('The file is not JSON.');
  await userEvent.upload(input, new File([text], 'y.json', { type: 'application/json' }));
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      {
        body: { operation: 'save-procedure-draft', args: { seenVersion: 3, sections: [{ id: SECTION.id }] } },
      },
    ]),
  );
});

test('a version in preparation leaves no button that would be refused', async () => {
  current.procedure = { ...current.procedure, status: 'APPROVED' };
  const { unmount } = showPage();
  await screen.findAllByText('Approved');
  expect(screen.queryByRole('button', { name: 'New version' })).toBeNull();
  unmount();
});

test('a research assistant starts another research version, and never promotes', async () => {
  user = { id: 'user-assistant', role: 'RESEARCH_ASSISTANT' };
  current.procedure = { ...current.procedure, status: 'RESEARCH' };
  current.versions = [versionOf(current)];
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'New version' }));
  expect(screen.queryByRole('button', { name: 'Promote to routine' })).toBeNull();
  await waitFor(() =>
    expect(changeRequests()).toMatchObject([
      { path: '/api/lab/procedures/versions', body: { sourceId: current.procedure.id, research: true } },
    ]),
  );
});

test('an author of a procedure adds a colleague', async () => {
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Change authors' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change authors' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Paul Project' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save authors' }));
  const args = { procedureId: current.procedure.id, authorIds: ['user-manager', 'user-project'] };
  await waitFor(() =>
    expect(changeRequests().map(({ body }) => body)).toEqual([{ operation: 'set-procedure-authors', args }]),
  );
});
