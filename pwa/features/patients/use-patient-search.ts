import { useState } from 'react';
import { searchPatients } from '#db/api/patients/patients.ts';
import type { PatientSearch } from '#db/patients/shown-patient.ts';
import { useCall } from '#pwa/api/use-call.ts';

const START: PatientSearch = {
  search: '',
  sort: 'lastName',
  descending: false,
  sexAtBirth: null,
  originalCompanyId: null,
  archived: false,
  page: 1,
  limit: 25,
};

/**
 * The list of patients. The search stays in the page's memory and goes into the request body, so that names
 * and record numbers appear in no address, no history and no log.
 */
export function usePatientSearch() {
  const [searchRequest, setSearchRequest] = useState(START);
  const patientsQuery = useCall(searchPatients, { body: searchRequest }, { keepsPrevious: true, gcTime: 0 });
  const change = (more: Partial<PatientSearch>) =>
    setSearchRequest((before) => ({ ...before, page: 1, ...more }));
  const { search, sexAtBirth, archived } = searchRequest;
  const narrowed = search !== '' || sexAtBirth !== null || archived;
  return { searchRequest, patientsQuery, change, narrowed, clear: () => setSearchRequest(START) };
}
