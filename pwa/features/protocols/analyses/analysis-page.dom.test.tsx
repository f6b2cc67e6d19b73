import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAnalysis } from '#db/factories/build-analyses.ts';
import type { Analysis } from '#db/sequencing/analyses/analysis.ts';
import type { ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { AnalysisPage } from './analysis-page.tsx';

const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };
const AUTHOR = { id: 'user-manager', role: 'LAB_MANAGER', permissions: [], parentCompanyId: null };
const DIRECTOR = { ...AUTHOR, id: 'user-director', role: 'LAB_RESEARCH_DIRECTOR' };
let user = AUTHOR;
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user, lab: LAB, entity: 'WBL', siteVariant: 'lab-services' } }),
}));

const PENDING: Partial<Analysis> = { status: 'PENDING', validatedById: null, validatedAt: null };
let current: ShownAnalysis;
let requests: { path: string; body: unknown }[];

function setAnalysis(overrides: Partial<Analysis>, more: Partial<ShownAnalysis> = {}): void {
  const analysis = buildAnalysis(overrides);
  current = {
    analysis,
    contentHash: 'a'.repeat(64),
    authors: [{ userId: 'user-manager', name: 'Mara Manager' }],
    validatedBy: null,
    signatures: [],
    versions: [analysis],
    protocols: [],
    validationFiles: 1,
    runs: [],
    ...more,
  };
}

beforeEach(async () => {
  await loadDialogs();
  user = AUTHOR;
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'PATCH') {
      requests.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
      return Response.json({ outcome: 'APPLIED', code: null, message: null });
    }
    return Response.json(current);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function showPage() {
  render(
    <RouterWrapper>
      <OnlineQueries>
        <AnalysisPage id={current.analysis.id} validationFiles={() => null} />
      </OnlineQueries>
    </RouterWrapper>,
  );
  await screen.findByRole('heading', { name: 'Settings' });
}

test('an author submits a draft and cannot approve it', async () => {
  setAnalysis({ ...PENDING, status: 'DRAFT', submittedAt: null, returnReason: 'The truth set is missing' });
  await showPage();
  expect(screen.getByText('The truth set is missing')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Submit for validation' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

test('a director approves a version in validation with a PIN', async () => {
  user = DIRECTOR;
  setAnalysis(PENDING);
  await showPage();
  const people = userEvent.setup();
  await people.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('Effective from')).toBeNull();
  await people.type(within(dialog).getByLabelText(/PIN/), '246810');
  await people.click(within(dialog).getByRole('button', { name: 'Sign and approve' }));
  await waitFor(() =>
    expect(requests).toEqual([
      {
        path: '/api/lab/analysis/sign-off',
        body: { analysisId: current.analysis.id, contentHash: 'a'.repeat(64), pin: '246810' },
      },
    ]),
  );
});

test('a version without a validation file is not approved', async () => {
  user = DIRECTOR;
  setAnalysis(PENDING, { validationFiles: 0 });
  await showPage();
  expect(screen.getByText('Attach the validation file')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Return' })).toBeDefined();
});

test('a live version in use is replaced and not returned', async () => {
  user = DIRECTOR;
  setAnalysis({});
  const { id } = current.analysis;
  const run = { id: 'run-1', status: 'DONE', attempt: 1, createdAt: '2026-11-24T08:00:00.000Z' } as const;
  const completion = { endedAt: '2026-11-24T09:00:00.000Z', message: null };
  setAnalysis(
    { id },
    { runs: [{ ...run, ...completion, batchResultId: 'b1', sampleBarcode: 'W26325-0001-01' }] },
  );
  await showPage();
  expect(screen.getByRole('link', { name: 'W26325-0001-01' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Return' })).toBeNull();
  expect(screen.getByRole('button', { name: 'New version' })).toBeDefined();
});
