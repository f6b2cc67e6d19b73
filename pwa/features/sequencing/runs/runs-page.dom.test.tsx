import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { RunsPage } from './runs-page.tsx';

let role = 'LAB_MANAGER';
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: { user: { id: 'user-lea', role }, entity: 'WBL', siteVariant: 'lab-services' },
  }),
}));

const SHORT = {
  id: '01KBHZ0000000000000000SR01',
  sampleId: '01KBHZ0000000000000000SA01',
  batchResultId: '01KBHZ0000000000000000RN01',
  cumulativeBases: 60e9,
  qcStatus: 'PENDING',
  createdAt: '2026-11-23T10:00:00.000Z',
  sampleBarcode: 'W26325-0001-01',
  targetBases: 90e9,
  runs: 1,
  topUps: 2,
  topUp: { volume: '5.0', amount: '7.6', expectedBases: 30e9, isEnough: true },
};
let requests: { path: string; body: unknown }[];

beforeEach(async () => {
  await loadDialogs();
  role = 'LAB_MANAGER';
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    requests.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    if (init.method === 'PATCH') return Response.json({ outcome: 'APPLIED', code: null, message: null });
    const rows = path.startsWith('/api/internal/results/samples') ? [SHORT] : [];
    return Response.json({ rows, total: rows.length, page: 1, limit: 50 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openTab(name: string) {
  render(
    <RouterWrapper>
      <OnlineQueries>
        <RunsPage />
      </OnlineQueries>
    </RouterWrapper>,
  );
  const people = userEvent.setup();
  await people.click(await screen.findByRole('tab', { name }));
  return people;
}

test('the samples show their yield beside the target, and the proposal', async () => {
  await openTab('Samples');
  expect(await screen.findByText('60.00 Gb of 90.00 Gb (67%)')).toBeDefined();
  expect(screen.getByText('1 run, 2 top-ups')).toBeDefined();
  expect(screen.getByText('Load 5.0 µL (7.6 fmol) again, expected 30.00 Gb')).toBeDefined();
});

test('the samples to decide are those without a verdict', async () => {
  await openTab('Samples to decide');
  await screen.findByText('60.00 Gb of 90.00 Gb (67%)');
  expect(requests.at(-1)?.path).toContain('qcStatus=PENDING');
});

test('a top-up is queued after a confirmation', async () => {
  const people = await openTab('Samples');
  await people.click(await screen.findByRole('button', { name: 'Top up W26325-0001-01' }));
  const dialog = await screen.findByRole('dialog');
  expect(requests.some(({ body }) => body !== null)).toBe(false);
  await people.click(within(dialog).getByRole('button', { name: 'Queue for sequencing' }));
  await waitFor(() =>
    expect(requests.find(({ body }) => body !== null)?.body).toMatchObject({
      operation: 'top-up-sample',
      args: { sampleId: SHORT.sampleId },
    }),
  );
});

test('a tech reads the proposal and cannot queue it', async () => {
  role = 'LAB_TECH';
  await openTab('Samples');
  expect(await screen.findByText(/Load 5.0 µL/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Top up/ })).toBeNull();
});
