import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobRun, JobTask } from '#db/records/job-tasks.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { Toaster } from '#pwa/ui/dialog/toast.tsx';
import { formatRunResult, formatRunTime } from './job-runs.tsx';
import { JobTasks } from './job-tasks.tsx';

const LAST_RUN: JobRun = {
  id: 4,
  outcome: 'FAILED',
  startedAt: '2026-11-22T10:00:00.000Z',
  finishedAt: '2026-11-22T10:00:01.500Z',
  attempt: 2,
  maxAttempts: 5,
  changed: null,
  note: null,
  problem: 'The database is unavailable (53300). Check that it runs and has room.',
};
const WRITE_CHAIN: JobTask = {
  name: 'write-audit-chain',
  title: 'Write the audit hash chain',
  description: 'Adds a hash for each ended day.',
  schedule: 'Every hour',
  exclusive: true,
  attempts: 5,
  startable: true,
  effect: null,
  lastRun: LAST_RUN,
  failuresInDay: 7,
  waiting: 1,
  nextRunAt: '2026-11-22T10:01:00.000Z',
};
const SEND_SUMMARIES: JobTask = {
  ...WRITE_CHAIN,
  name: 'send-summaries',
  title: 'Send order summaries',
  effect: 'EMAILS',
  lastRun: null,
  failuresInDay: 0,
};
const FAILED = {
  id: '12',
  task: 'send-email',
  title: 'Send email',
  effect: 'EMAILS',
  attempts: 5,
  failedAt: '2026-11-22T09:00:00.000Z',
  problem: 'Wrong payload: emailId invalid_type. Report it with the server log.',
};

let requests: string[] = [];
let failing = false;
beforeEach(() => {
  requests = [];
  failing = false;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      requests.push(path);
      const refusal = { error: 'This task runs for one record at a time.', code: 'VALIDATION', issues: [] };
      return failing ? Response.json(refusal, { status: 422 }) : new Response(null, { status: 204 });
    }
    if (path.endsWith('/write-audit-chain/runs'))
      return Response.json({
        runs: [
          LAST_RUN,
          {
            ...LAST_RUN,
            id: 3,
            outcome: 'SUCCEEDED',
            attempt: 1,
            changed: 4,
            note: '2 warned',
            problem: null,
          },
        ],
      });
    if (path.endsWith('/runs')) return Response.json({ runs: [] });
    return Response.json({ tasks: [WRITE_CHAIN, SEND_SUMMARIES], failed: [FAILED], runsAtDates: false });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <OnlineQueries>
      <JobTasks />
      <Toaster theme="light" />
    </OnlineQueries>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('a task shows its result, its failures and its schedule', async () => {
  show();
  expect(await screen.findByText('Write the audit hash chain')).toBeTruthy();
  for (const text of ['Failed', '7 failed in 24 hours', 'Never run'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getAllByText(LAST_RUN.problem ?? '')).toHaveLength(1);
  expect(screen.getAllByText('Every hour')).toHaveLength(2);
  expect(screen.getByText(FAILED.problem)).toBeTruthy();
  expect(screen.getByText('All attempts failed. Fix the problem, then retry.')).toBeTruthy();
});

test('a task without a lasting effect runs at once', async () => {
  show();
  await press('Run now: Write the audit hash chain');
  expect(await screen.findByText('Queued: Write the audit hash chain')).toBeTruthy();
  expect(requests).toEqual(['/api/dev-tools/job-tasks/write-audit-chain/run']);
});

test('a task that sends emails runs after confirmation, and not after cancel', async () => {
  show();
  await press('Run now: Send order summaries');
  let sure = within(await screen.findByRole('dialog', { name: 'Send order summaries' }));
  expect(sure.getByText(/sends the emails that are due/)).toBeTruthy();
  fireEvent.click(sure.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([]);
  await press('Run now: Send order summaries');
  sure = within(await screen.findByRole('dialog', { name: 'Send order summaries' }));
  fireEvent.click(sure.getByRole('button', { name: 'Run now' }));
  await waitFor(() => expect(requests).toEqual(['/api/dev-tools/job-tasks/send-summaries/run']));
});

test('a failed job that sends an email is retried after confirmation', async () => {
  show();
  await press('Retry: Send email');
  const sure = within(await screen.findByRole('dialog', { name: 'Send email' }));
  expect(requests).toEqual([]);
  fireEvent.click(sure.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(requests).toEqual(['/api/dev-tools/failed-jobs/12/retry']));
});

test('a task shows its last runs with duration, attempt, result and problem', async () => {
  show();
  await press('Write the audit hash chain');
  const runs = within(await screen.findByRole('dialog', { name: 'Write the audit hash chain' }));
  expect(await runs.findByText('4 changed, 2 warned')).toBeTruthy();
  for (const text of ['2 of 5', '1 of 5', 'Succeeded', 'Up to 5', 'Adds a hash for each ended day.'])
    expect(runs.getByText(text)).toBeTruthy();
  expect(runs.getAllByText('1.5 s')).toHaveLength(2);
  // The error appears twice: in the summary and beside its run.
  expect(runs.getAllByText(LAST_RUN.problem ?? '')).toHaveLength(2);
  expect(runs.getByText(/^Next attempt: /)).toBeTruthy();
  fireEvent.click(runs.getByRole('button', { name: 'Run now' }));
  await waitFor(() => expect(requests).toEqual(['/api/dev-tools/job-tasks/write-audit-chain/run']));
});

test('a task without runs says so', async () => {
  show();
  await press('Send order summaries');
  const runs = within(await screen.findByRole('dialog', { name: 'Send order summaries' }));
  expect(await runs.findByText('No runs yet')).toBeTruthy();
});

test('a start that the server refuses shows why', async () => {
  failing = true;
  show();
  await press('Run now: Write the audit hash chain');
  expect(await screen.findByText('This task runs for one record at a time.')).toBeTruthy();
});

test('a search filters the tasks', async () => {
  show();
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'summar' } });
  await waitFor(() => expect(screen.queryByText('Write the audit hash chain')).toBeNull());
  expect(screen.getByText('Send order summaries')).toBeTruthy();
});

test('a run shows its duration in a fitting unit, and its result', () => {
  const lasted = (finishedAt: string | null) =>
    formatRunTime({ startedAt: '2026-11-22T10:00:00.000Z', finishedAt });
  expect(lasted(null)).toBe('');
  expect(lasted('2026-11-22T10:00:00.040Z')).toBe('40 ms');
  expect(lasted('2026-11-22T10:00:01.500Z')).toBe('1.5 s');
  expect(lasted('2026-11-22T10:03:00.000Z')).toBe('3 min');
  expect(formatRunResult({ ...LAST_RUN, problem: null, changed: 0 })).toBe('0 changed');
  expect(formatRunResult(LAST_RUN)).toBe(LAST_RUN.problem);
});
