import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SEX_AT_BIRTH } from '#db/patients/sex-at-birth.ts';
import { ShownPatient } from '#db/patients/shown-patient.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { errorText } from './error-text.ts';

/** Shows the patient of a specimen on request only, because each view is recorded in the access log. */
export function PatientOf({ id }: { id: string }) {
  const [isRequested, setIsRequested] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/patients', 'one', id],
    queryFn: ({ signal }) => callApi({ path: `/api/patients/${id}`, answer: ShownPatient, signal }),
    networkMode: 'always',
    enabled: isRequested,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data) {
    const { firstName, lastName, dob, sexAtBirth } = data;
    const facts = [`born ${formatDate(dob)}`, sexAtBirth && SEX_AT_BIRTH[sexAtBirth].toLowerCase()];
    return (
      <p role="status" className="wrap-anywhere md:max-w-40">
        {`${firstName} ${lastName}, ${facts.filter(Boolean).join(', ')}`}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        disabled={isRequested && !error}
        onClick={() => (isRequested ? void refetch() : setIsRequested(true))}
        className="inline-flex min-h-11 items-center whitespace-nowrap text-accent-ink md:min-h-6 underline underline-offset-2"
      >
        {isRequested && !error ? 'Reading the patient' : 'Show the patient'}
      </button>
      {error && <p role="alert">{errorText(error)}</p>}
    </>
  );
}
