import { useEffect, useState } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import { searchPatients } from '#db/api/patients/patients.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import type { ListedPatient } from '#db/patients/shown-patient.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';

const PAUSE_MS = 250;
const MAX_OPTIONS = 25;

type PatientIdentity = Pick<ListedPatient, 'firstName' | 'lastName' | 'dob'>;

/** Name a patient as people tell two of them apart: name and date of birth. */
export const patientText = ({ firstName, lastName, dob }: PatientIdentity): string =>
  `${lastName}, ${firstName} · ${formatDate(dob)}`;

/** Whether this user may look patients up; a refused look-up would be logged. */
function useMaySeePatients(): boolean {
  const { session } = useSession();
  return session ? mayVisit(session.siteVariant, session.user, '/patients') : false;
}

/** Search patients; the search goes in the body, and no answer outlives the page. */
const usePatients = (search: string, limit: number) =>
  useCall(
    searchPatients,
    { body: { search, limit } },
    { enabled: useMaySeePatients(), keepsPrevious: true, gcTime: 0 },
  ).data?.rows ?? [];

/** The options of a record number's field: patients found by name or number, each with name and date of birth. */
export function PatientOptions({ id, typed }: { id: string; typed: string }) {
  const [search, setSearch] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed.trim().slice(0, 100)), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return (
    <datalist id={id}>
      {usePatients(search, MAX_OPTIONS).map((one) => (
        <option key={one.id} value={one.medicalRecordNumber}>
          {`${patientText(one)} · ${one.medicalRecordNumber}`}
        </option>
      ))}
    </datalist>
  );
}

/** Name and date of birth of the patient with a record number; nothing until one is found. */
export function PatientName({ recordNumber }: { recordNumber: string }) {
  const patient = usePatients(recordNumber, MAX_OPTIONS).find(
    (one) => normalizeKey(one.medicalRecordNumber) === normalizeKey(recordNumber),
  );
  return patient ? patientText(patient) : null;
}

/** The patients of an order, each once, with the samples taken from them. */
export function OrderPatients({ requisitions }: Pick<ShownDraft, 'requisitions'>) {
  const samples = new Map<string, string[]>();
  for (const { patientMrn, customerSampleId } of requisitions)
    if (patientMrn !== null) samples.set(patientMrn, [...(samples.get(patientMrn) ?? []), customerSampleId]);
  return (
    <ul className="flex flex-col gap-1">
      {[...samples].map(([recordNumber, ids]) => (
        <li key={recordNumber}>
          <PatientName recordNumber={recordNumber} /> <span className="code">{`MRN ${recordNumber}`}</span>
          <span className="block wrap-anywhere text-ink-soft text-sm">{ids.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
