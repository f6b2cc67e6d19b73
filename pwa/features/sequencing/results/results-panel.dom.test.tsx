import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { buildShownResult as result } from '#db/factories/build-specimens.ts';
import type { ResultDownloads, ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { ResultsPanel } from './results-panel.tsx';

const user = userEvent.setup();
const AT = '2026-11-20T10:00:00.000Z';
let orderCount = 0;
let shownResults: ShownResults;
let requests: { path: string; body: unknown }[];
let refusal: string | null;
let downloads: z.infer<typeof ResultDownloads>['rows'];

const out = { status: 'COMPLETED', completedAt: AT, resultsReleasedAt: AT } as const;
const past = { approvalProblems: null, releaseProblems: null };

beforeEach(async () => {
  await loadDialogs();
  orderCount += 1;
  requests = [];
  refusal = null;
  downloads = [];
  shownResults = {
    orderId: `order-${orderCount}`,
    orderNumber: 'W-000123',
    clinical: false,
    closed: false,
    rows: [],
    orderFiles: [],
  };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/internal/results/downloads')) return Response.json({ rows: downloads });
    if (init.method === 'PATCH' || init.method === 'POST') {
      requests.push({ path, body: JSON.parse(String(init.body)) });
      if (refusal) return Response.json({ error: refusal, code: 'NOT_READY' }, { status: 409 });
    }
    if (path === '/api/internal/results/runs')
      return Response.json({
        id: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
        n: 1,
        rev: 1,
        outcome: 'APPLIED',
        code: null,
        message: null,
      });
    return Response.json(shownResults);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (role: Role, rows: ShownResult[], more: Partial<ShownResults> = {}) => {
  shownResults = { ...shownResults, rows, ...more };
  const target = { orderId: shownResults.orderId, specimenId: null };
  return render(
    <OnlineQueries>
      <ResultsPanel target={target} role={role} />
    </OnlineQueries>,
  );
};
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const ids = { orderId: expect.any(String), specimenIds: ['1', '2'] };

test('all ready specimens are selected at once and released; the others show what blocks them', async () => {
  const waiting = { releaseProblems: ['2 samples are not finished.'], approvalProblems: ['x'] };
  show('LAB_MANAGER', [result('1'), result('2'), result('3', waiting), result('4', { ...out, ...past })]);
  expect(await screen.findByText('1 of 4 released, 2 ready to release.')).toBeTruthy();
  expect(screen.getByText('2 samples are not finished.')).toBeTruthy();
  expect(screen.getByText('Not downloaded yet.')).toBeTruthy();
  expect(screen.getByText('Select specimens to decide about results.')).toBeTruthy();
  await press('Select 2 to release');
  await press('Release results of 2');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/as often as they chose/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Release results' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([{ path: '/api/internal/results/release', body: ids }]);
});

test('failed samples require a comment, which stays when the server refuses', async () => {
  show('LAB_MANAGER', [result('1', { failedSamples: 1 })]);
  await screen.findByText('1 sample of it failed: releasing asks why.');
  await press('Release results');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Release results' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  await user.click(dialog.getByLabelText(/^Why they hold/));
  await user.paste('The other has 32x');
  refusal = 'It is on hold.';
  await user.click(dialog.getByRole('button', { name: 'Release results' }));
  expect(await dialog.findByText('It is on hold.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Why they hold/).value).toBe('The other has 32x');
  expect(requests[0]?.body).toMatchObject({ comment: 'The other has 32x' });
});

test('the clinical director approves waiting results; a reader has no actions', async () => {
  const unapproved = { releaseProblems: ['The clinical director approves its results first.'] };
  const rows = [result('1', unapproved), result('2', unapproved)];
  show('LAB_CLINICAL_DIRECTOR', rows, { clinical: true });
  expect(await screen.findAllByText('Awaiting approval')).toHaveLength(2);
  await press('Select 2 to approve');
  await press('Approve results of 2');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve results' }),
  );
  await waitFor(() => expect(requests).toEqual([{ path: '/api/internal/results/approve', body: ids }]));
  cleanup();
  orderCount += 1;
  show('CS_REP', rows, { clinical: true, orderId: `order-${orderCount}` });
  await screen.findAllByText('Awaiting approval');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Tick|results/ })).toBeNull();
});

test('results are recalled with a reason, for a corrected report or for repeated work', async () => {
  show('PROJECT_MANAGER', [result('1', { ...out, ...past })]);
  await screen.findByText('Released');
  await press('Recall results');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/stays with the lab and is marked as superseded/)).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: 'Repeated work' }));
  expect(dialog.getByText(/restarts it from the material that is left/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Recall results' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('Swapped tubes');
  await user.click(dialog.getByRole('button', { name: 'Recall results' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests[0]).toMatchObject({
    path: '/api/internal/results/recall',
    body: { specimenIds: ['1'], recallFor: 'REPEATED_WORK', reason: 'Swapped tubes' },
  });
});

test('on a closed order only the report can be corrected', async () => {
  show('PROJECT_MANAGER', [result('1', { ...out, ...past })], { closed: true });
  await screen.findByText('Released');
  await press('Recall results');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/is ordered as a rework/)).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
});

test('an order without due results shows nothing', async () => {
  const { container } = show('LAB_MANAGER', []);
  await waitFor(() => expect(container.textContent).toBe(''));
});

const failedSample = {
  sampleId: 'library-1',
  barcode: 'W26325-0001-03',
  cumulativeBases: 2_340_000_000,
  targetBases: 90_000_000_000,
  runs: 1,
  n50: 25_856,
  meanQscore: '14.260',
  meanCoverage: null,
  qcStatus: 'FAIL',
  comment: null,
  acceptedAt: null,
} as const;

test('a failed sample shows its figures, is accepted with a comment, and gets a QC report', async () => {
  const problem = 'Sample W26325-0001-03 failed. Accept it with a comment for the customer first.';
  show('LAB_MANAGER', [result('1', { sequenced: [failedSample], releaseProblems: [problem] })]);
  expect(await screen.findByText('2.34 Gb of 90.00 Gb (3%)')).toBeTruthy();
  expect(screen.getByText('N50 25.86 kb · Q14.3')).toBeTruthy();
  await press('Accept failed sample W26325-0001-03');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Accept sample' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  await user.click(dialog.getByLabelText(/^Comment for the customer/));
  await user.paste('Enough for the question');
  shownResults.rows = [
    result('1', { sequenced: [{ ...failedSample, acceptedAt: AT, comment: 'Enough for the question' }] }),
  ];
  await user.click(dialog.getByRole('button', { name: 'Accept sample' }));
  expect(await screen.findByText('On the report: Enough for the question')).toBeTruthy();
  await press('Create QC report');
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests).toMatchObject([
    {
      body: {
        operation: 'accept-failed-sample',
        args: { sampleId: 'library-1', comment: 'Enough for the question' },
      },
    },
    { path: '/api/internal/results/reports', body: { specimenIds: ['1'] } },
  ]);
});

test('a reader sees the figures of the sequencing without actions', async () => {
  show('CS_REP', [result('1', { sequenced: [failedSample] })]);
  await screen.findByText('2.34 Gb of 90.00 Gb (3%)');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a recall names the people who downloaded the results', async () => {
  const download = { occurredAt: AT, file: 'report.pdf', recalled: false };
  downloads = [
    { ...download, id: 'd1', personName: 'Mia Berg', email: 'mia@x.example', specimenName: null },
    { ...download, id: 'd2', personName: 'Mia Berg', email: 'mia@x.example', specimenName: 'W26325-0001' },
    { ...download, id: 'd3', personName: 'Tom Ohl', email: 'tom@x.example', specimenName: 'W26325-0009' },
  ];
  show('PROJECT_MANAGER', [result('1', { ...out, ...past })]);
  await screen.findByText('Released');
  await press('Recall results');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Downloaded 2 times by 1 person, who will be notified:')).toBeTruthy();
  expect(dialog.queryByText(/Tom Ohl/)).toBeNull();
});
