import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PatientPage } from './patient-page.tsx';
import { PatientsPage } from './patients-page.tsx';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: { user: { role: 'CLINICAL_MANAGER', permissions: ['PATIENTS_VIEW', 'PATIENTS_EDIT'] } },
  }),
}));

const LISTED_PATIENT = {
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
  specimens: 1,
};
const TUBE = {
  id: 's1',
  julianId: 'R26325-0001',
  requisitionNumber: 'R-000077-001',
  customerSampleId: 'H-077-001',
  status: 'FAILED_QC',
  collectedAt: null,
  orderId: 'o1',
  orderNumber: 'R-000077',
  orderCreatedAt: '2026-11-20T10:00:00.000Z',
  serviceName: 'Clinical whole genome',
};
const PATIENT = { ...LISTED_PATIENT, email: null, phone: null, medicalGroupName: null, tubes: [TUBE] };

let requests: { path: string; body: { search: string } }[];
beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!init.body) return Response.json(PATIENT);
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return Response.json({ rows: [LISTED_PATIENT], total: 1, page: 1, limit: 25 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (page: ReactNode) => render(<OnlineQueries>{page}</OnlineQueries>);

test('names and record numbers are sent in the body and never appear in an address', async () => {
  show(<PatientsPage onOpen={() => undefined} />);
  expect((await screen.findAllByText('Silva, Ana')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'New patient' })).toBeTruthy();
  // A two-digit year could not tell a child from a person aged one hundred.
  expect(screen.getAllByText('Apr 12, 1980').length).toBeGreaterThan(0);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'silva' } });
  await vi.waitFor(() => expect(requests.at(-1)?.body.search).toBe('silva'));
  expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/patients/search']));
  expect(location.href).not.toContain('silva');
});

test.each([
  { reader: 'a clinic', orders: '/orders', status: 'Under review' },
  { reader: 'the lab', orders: '/lab/orders', status: 'Failed QC' },
] as const)('$reader reads of the failed specimen of a patient: $status', async ({ orders, status }) => {
  show(<PatientPage id="p1" orders={orders} onOpenOrder={() => undefined} onArchived={() => undefined} />);
  await screen.findByRole('heading', { name: 'Ana Silva' });
  const shownStatuses = ['Under review', 'Failed QC'].filter((text) => screen.queryByText(text) !== null);
  expect(shownStatuses).toEqual([status]);
});
