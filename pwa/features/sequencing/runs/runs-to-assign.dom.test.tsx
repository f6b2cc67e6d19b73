import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildImportedRun } from '#db/factories/build-sequencing.ts';
import type { RunFolder } from '#db/sequencing/runs/run-folder.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { RunsToAssign } from './runs-to-assign.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const BATCH = '01J0000000000000000000BTCH';
const user = userEvent.setup({ delay: null });
let role: Role;
let folders: RunFolder[];
let requests: { path: string; body: unknown }[];

vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user: { role } } }) }));

const folder = (overrides: Partial<RunFolder>): RunFolder => ({
  id: '01J0000000000000000000FLDR',
  path: '/data/minknow/exp/run',
  status: 'FAILED',
  reason: 'final_summary.txt: it is cut off.',
  runs: [],
  bytesDone: 0,
  bytesTotal: 0,
  foundAt: AT,
  updatedAt: AT,
  ...overrides,
});

function answer(path: string): object {
  if (path === '/api/internal/results/runs/folders') return { isWatched: true, folders };
  if (path.endsWith('/close')) return folder({ status: 'CLOSED' });
  if (path === '/api/internal/results/run-batches')
    return {
      knownBatchId: null,
      batches: [{ id: BATCH, julianId: 'W26330-S01', name: 'Friday', status: 'IN_PROGRESS' }],
    };
  if (path === '/api/internal/results/runs')
    return { id: BATCH, n: 1, outcome: 'APPLIED', code: null, message: null, rev: 1 };
  throw new Error(`Nothing answers ${path}.`);
}

beforeEach(async () => {
  await loadDialogs();
  role = 'LAB_TECH';
  folders = [];
  requests = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://localhost').pathname;
    if (init.method !== undefined && init.method !== 'GET')
      requests.push({ path, body: JSON.parse(String(init.body)) });
    return Response.json(answer(path));
  });
});
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <RunsToAssign />
    </QueryClientProvider>,
  );

test('a run without a batch is imported into the batch that a person chooses', async () => {
  const run = buildImportedRun({ experimentId: 'elsewhere' });
  folders = [
    folder({
      status: 'TO_ASSIGN',
      reason: 'No batch has the number elsewhere.',
      runs: [{ run, notes: [], reason: 'No batch has the number elsewhere.' }],
    }),
  ];
  await show();
  await user.click(await screen.findByRole('button', { name: 'Choose batch' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the batch' }));
  await user.selectOptions(await dialog.findByLabelText(/^Batch/), BATCH);
  folders = [];
  await user.click(dialog.getByRole('button', { name: 'Import run' }));
  expect(await dialog.findByText('Run imported')).toBeTruthy();
  expect(requests).toEqual([
    { path: '/api/internal/results/runs', body: { batchId: BATCH, run, changeReason: null } },
  ]);
});

test('a folder that cannot be read is shown with its reason and closed with one', async () => {
  folders = [folder({})];
  await show();
  expect(await screen.findByText('final_summary.txt: it is cut off.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose batch' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close folder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the folder' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'A test run');
  await user.click(dialog.getByRole('button', { name: 'Close folder' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({ reason: 'A test run' });
});

test('a folder that is being read shows its progress and can be canceled', async () => {
  folders = [folder({ status: 'READING', reason: null, bytesDone: 1_500, bytesTotal: 3_000 })];
  await show();
  const bar = await screen.findByRole('progressbar', { name: 'Reading /data/minknow/exp/run' });
  expect(bar.getAttribute('aria-valuenow')).toBe('1500');
  expect(screen.getByRole('button', { name: 'Cancel import' })).toBeTruthy();
});

test('people who may not import runs see the folders only', async () => {
  role = 'CS_REP';
  folders = [folder({})];
  await show();
  expect(await screen.findByText('/data/minknow/exp/run')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
