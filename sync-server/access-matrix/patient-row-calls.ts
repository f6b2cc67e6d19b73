import type { Family } from '#db/access/families.ts';
import { of, type RowCall, reading } from './row-call.ts';

const OTHER_COMPANY_PATIENT =
  'SELECT id FROM patient WHERE entity = $1 AND original_company_id <> $2 ORDER BY id LIMIT 1';
const FORM = { firstName: 'Taken', lastName: 'Over', dob: '1980-01-01', medicalRecordNumber: 'TAKEN-1' };
const TAKEOVER = { reason: 'Taken over', seenVersion: -1 };
const clinic = {
  company: { by: 'COMPANY_MANAGER' as const, entity: 'RESONANT' as const, rows: OTHER_COMPANY_PATIENT },
};

/** The calls of patients that name rows. */
export const PATIENT_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  patients: [
    { ...reading('patients', 'patient'), ...clinic },
    {
      method: 'patch',
      path: '/api/patients/:id',
      body: () => ({ form: FORM, reason: 'Taken over', seenVersion: -1 }),
      rows: of('patient'),
      ...clinic,
    },
    { method: 'post', path: '/api/patients/:id/archive', body: () => TAKEOVER, rows: of('patient') },
    // An active patient cannot be restored.
    {
      method: 'post',
      path: '/api/patients/:id/restore',
      body: () => TAKEOVER,
      rows: of('patient'),
      own: 'never',
    },
  ],
};
