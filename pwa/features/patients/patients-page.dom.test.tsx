import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PatientsPage } from './patients-page.tsx';

const ANA = {
  id: 'p1',
  version: 1,
  deleted: false,
  firstName: 'Ana',
  lastName: 'Silva',
  dob: '1980-04-12',
  medicalRecordNumber: 'MRN-7001',
  sexAtBirth: 'FEMALE',
  originalCompanyId: 'c1',
  createdAt: '2026-11-21T10:00:00.000Z',
  locationName: 'North clinic',
  specimens: 2,
};

vi.mock('#pwa/replica/session.ts', () => ({
  useSession: () => ({
    session: { user: { role: 'CLINICAL_MANAGER', permissions: ['PATIENTS_VIEW', 'PATIENTS_EDIT'] } },
  }),
}));

let sent: { path: string; body: { search: string } }[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push({ path, body });
    return Response.json({ rows: body.search === 'nobody' ? [] : [ANA], total: 1, page: 1, limit: 25 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('names and record numbers are asked for in the body and never stand in an address', async () => {
  render(
    <OnlineQueries>
      <PatientsPage onOpen={() => undefined} />
    </OnlineQueries>,
  );
  expect((await screen.findAllByText('Silva, Ana')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'New patient' })).toBeTruthy();
  // Two digits of a year would not tell a child from a person of a hundred years.
  expect(screen.getAllByText('Apr 12, 1980').length).toBeGreaterThan(0);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'silva' } });
  await vi.waitFor(() => expect(sent.at(-1)?.body.search).toBe('silva'));
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/api/patients/search']));
  expect(location.href).not.toContain('silva');
});
