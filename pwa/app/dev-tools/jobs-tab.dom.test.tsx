import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
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

test('outside the demo lab nothing runs at another date, and the server is not queried for it', async () => {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    return Response.json({ tasks: [], failed: [], runsAtDates: false });
  });
  show();
  expect(await screen.findByText('Tasks')).toBeTruthy();
  expect(screen.queryByText('Run at another date')).toBeNull();
  expect(new Set(paths)).toEqual(new Set(['/api/dev-tools/job-tasks']));
});

test('a job runs at a selected date, and its result is shown', async () => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.includes('job-tasks')) return Response.json({ tasks: [], failed: [], runsAtDates: true });
    if (init?.method !== 'POST')
      return Response.json({ jobs: JOBS, firstDay: '2026-11-22', lastDay: '2042-11-28' });
    requests.push([path, JSON.parse(String(init.body))]);
    const results = [{ ...JOBS[1], done: 3, problem: null }];
    return Response.json({ at: '2028-01-31T12:00:00.000Z', results });
  });
  show();
  const date = await screen.findByLabelText(/Date/);
  expect(date).toHaveProperty('value', '2026-11-22');
  fireEvent.change(date, { target: { value: '2028-01-31' } });
  fireEvent.change(screen.getByLabelText(/Task/), { target: { value: 'end-retention' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run tasks' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Run as of Jan 31, 2028' }));
  expect(requests).toEqual([]);
  fireEvent.click(sure.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Results as of Jan 31, 2028')).toBeTruthy();
  expect((await screen.findByText('3 changed')).closest('li')?.textContent).toBe(
    'Delete data after retention3 changed',
  );
  expect(requests).toEqual([['/api/dev-tools/jobs/run', { job: 'end-retention', date: '2028-01-31' }]]);
});
