import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownDraft } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { PatientSearch } from '#db/patients/shown-patient.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { forgetAnswers } from '#pwa/api/session-gate.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { numbered } from './draft-specimen-rows.ts';
import { OrderPatients, PatientOptions } from './patient-picker.tsx';
import { withPresets } from './same-for-all.ts';

let permissions: string[] = [];
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({
    session: { siteVariant: 'clinical', user: { id: 'me', role: 'CLINICIAN', permissions, companyId: 'c' } },
  }),
}));

const WILMA = {
  id: 'p1',
  version: 1,
  deleted: false,
  firstName: 'Wilma',
  lastName: 'Quist',
  dob: '1961-04-12',
  medicalRecordNumber: 'HC-77120',
  sexAtBirth: null,
  originalCompanyId: 'c',
  createdAt: '2026-11-01T10:00:00.000Z',
  locationName: 'Harbor Clinic',
  specimens: 1,
};
let requests: [string, unknown][];
beforeEach(() => {
  permissions = ['PATIENTS_VIEW'];
  requests = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const search = JSON.parse(String(body)) as PatientSearch;
    requests.push([path, search.search]);
    const rows = /quist|hc-77120|^$/i.test(search.search) ? [WILMA] : [];
    return Response.json({ rows, total: rows.length, page: 1, limit: 25 });
  });
});
afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.unstubAllGlobals();
});

function Picker() {
  const [text, setText] = useState('');
  return (
    <OnlineQueries>
      <input aria-label="MRN" list="patients" value={text} onChange={({ target }) => setText(target.value)} />
      <PatientOptions id="patients" typed={text} />
    </OnlineQueries>
  );
}
const option = () => document.querySelector<HTMLOptionElement>('#patients option');

test('a patient is found by name and offered with date of birth and record number', async () => {
  renderInRouter(<Picker />);
  await userEvent.type(screen.getByLabelText('MRN'), 'Quist');
  await vi.waitFor(() => expect(requests.at(-1)).toEqual(['/api/patients/search', 'Quist']));
  await vi.waitFor(() => expect(option()?.value).toBe('HC-77120'));
  expect(option()?.textContent).toBe('Quist, Wilma · Apr 12, 1961 · HC-77120');
  expect(requests.length, 'not every letter is searched').toBeLessThan(5);
});

test('nobody without the right to see patients searches them', async () => {
  permissions = [];
  renderInRouter(<Picker />);
  await userEvent.type(screen.getByLabelText('MRN'), 'Q');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([requests, option()]).toEqual([[], null]);
});

test('the review names each patient once, with the samples taken', async () => {
  const requisitions = ['A-1', 'A-2'].map((customerSampleId, n) =>
    buildSpecimen({ id: `s${n}`, customerSampleId, patientMrn: 'HC-77120' }),
  );
  renderInRouter(
    <OnlineQueries>
      <OrderPatients requisitions={shownDraft({ requisitions }).requisitions} />
    </OnlineQueries>,
  );
  expect((await screen.findByText(/Quist, Wilma · Apr 12, 1961/)).textContent).toContain('MRN HC-77120');
  expect(screen.getByText('A-1, A-2')).toBeTruthy();
});

test('a new row gets the usual physician, a typed one stays', () => {
  const after = numbered([{ customerSampleId: 'A-1' }, { customerSampleId: 'A-2', physician: 'Ada Berg' }]);
  const rows = withPresets([], after, { physician: 'Clara Novak' });
  expect(rows.map(({ cells }) => cells.physician)).toEqual(['Clara Novak', 'Ada Berg']);
});
