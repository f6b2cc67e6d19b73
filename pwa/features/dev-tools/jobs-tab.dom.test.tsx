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

// Refused first: what was read once is kept for a while.
test('outside the demo lab the page says why nothing can be run', async () => {
  const error = 'Jobs run at another date in the demo lab only.';
  vi.stubGlobal('fetch', async () =>
    Response.json({ error, code: 'FORBIDDEN', issues: [] }, { status: 403 }),
  );
  show();
  expect((await screen.findAllByText(error)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Run tasks' })).toBeNull();
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
  fireEvent.change(screen.getByLabelText(/Task/), { target: { value: 'end-retention' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run tasks' }));
  const sure = within(await screen.findByRole('dialog', { name: 'Run as of Jan 31, 2028' }));
  expect(sent).toEqual([]);
  fireEvent.click(sure.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Results as of Jan 31, 2028')).toBeTruthy();
  expect((await screen.findByText('3 changed')).closest('li')?.textContent).toBe(
    'Delete data after retention3 changed',
  );
  expect(sent).toEqual([['/api/dev-tools/jobs/run', { job: 'end-retention', date: '2028-01-31' }]]);
});
