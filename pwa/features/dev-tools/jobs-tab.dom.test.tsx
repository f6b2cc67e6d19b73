import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { JobsTab } from './jobs-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const JOBS = [
  { name: 'remind-of-invoices', title: 'Remind of invoices' },
  { name: 'end-retention', title: 'Delete data after retention' },
];
const show = () =>
  render(
    <OnlineQueries>
      <JobsTab />
    </OnlineQueries>,
  );

// Refused first: what was read once is kept for a while.
test('outside the demo lab the page says why nothing can be run', async () => {
  const error = 'Jobs run at another date in the demo lab only.';
  vi.stubGlobal('fetch', async () =>
    Response.json({ error, code: 'FORBIDDEN', issues: [] }, { status: 403 }),
  );
  show();
  expect((await screen.findAllByText(error)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Run jobs' })).toBeNull();
});

test('a job is run at a chosen date, and what it did is shown', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('job-tasks')) return Response.json({ tasks: [], failed: [] });
    if (init?.method !== 'POST')
      return Response.json({ jobs: JOBS, firstDay: '2026-11-22', lastDay: '2042-11-28' });
    sent.push([path, JSON.parse(String(init.body))]);
    const results = [{ ...JOBS[1], done: 3, problem: null }];
    return Response.json({ at: '2028-01-31T12:00:00.000Z', results });
  });
  show();
  const date = await screen.findByLabelText(/Date/);
  expect(date).toHaveProperty('value', '2026-11-22');
  fireEvent.change(date, { target: { value: '2028-01-31' } });
  fireEvent.change(screen.getByLabelText(/Job/), { target: { value: 'end-retention' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run jobs' }));
  expect(await screen.findByText('Ran as of 2028-01-31')).toBeTruthy();
  expect((await screen.findByText('3 changed')).closest('li')?.textContent).toBe(
    'Delete data after retention3 changed',
  );
  expect(sent).toEqual([['/api/dev-tools/jobs/run', { job: 'end-retention', date: '2028-01-31' }]]);
});

test('a task shows its last run and its next one, is run now, and a failed job is retried', async () => {
  const sent: string[] = [];
  const lastRun = {
    id: 4,
    outcome: 'FAILED',
    startedAt: '2026-11-22T10:00:00.000Z',
    finishedAt: '2026-11-22T10:00:01.500Z',
    attempt: 2,
    maxAttempts: 5,
    changed: null,
    note: null,
    problem: 'The mail server answered 451.',
  };
  const task = {
    name: 'notify-staff',
    title: 'Notify lab managers',
    description: 'Queues emails about conflicts.',
    schedule: 'Every 30 seconds',
    exclusive: true,
    attempts: 5,
    startable: true,
    lastRun,
    failuresInDay: 7,
    waiting: 1,
    nextRunAt: '2026-11-22T10:01:00.000Z',
  };
  const failed = {
    id: '12',
    task: 'send-summaries',
    title: 'Send order summaries',
    attempts: 5,
    failedAt: '2026-11-22T09:00:00.000Z',
    problem: 'Database error 53300.',
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push(path);
      return new Response(null, { status: 204 });
    }
    return path.includes('job-tasks')
      ? Response.json({ tasks: [task], failed: [failed] })
      : Response.json({ jobs: JOBS, firstDay: '2026-11-22', lastDay: '2042-11-28' });
  });
  show();
  expect(await screen.findByText('Notify lab managers')).toBeTruthy();
  for (const text of [
    'Every 30 seconds',
    '1.5 s',
    'The mail server answered 451.',
    '7',
    'Database error 53300.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Run now: Notify lab managers' }));
  expect(await screen.findByText('Queued: Notify lab managers')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry: Send order summaries' }));
  expect(await screen.findByText('Queued: Send order summaries')).toBeTruthy();
  expect(sent).toEqual(['/api/dev-tools/job-tasks/notify-staff/run', '/api/dev-tools/failed-jobs/12/retry']);
});
