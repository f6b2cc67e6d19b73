import { useState } from 'react';
import { readPatient } from '#db/api/patients/patients.ts';
import { SEX_AT_BIRTH } from '#db/patients/patient.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';

/** Shows the patient of a specimen on request only, because each view is recorded in the access log. */
export function PatientOf({ id }: { id: string }) {
  const [isRequested, setIsRequested] = useState(false);
  const { data, error, refetch } = useCall(
    readPatient,
    { params: { id } },
    { enabled: isRequested, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  );
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
        {isRequested && !error ? 'Loading the patient' : 'Show the patient'}
      </button>
      {error && <p role="alert">{errorText(error)}</p>}
    </>
  );
}
