import { useEffect, useState } from 'react';
import { readLabSpecimen } from '#db/api/specimens/lab-specimens.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { recordNumberText } from '#db/specimens/specimen-record-number.ts';
import { call } from '#pwa/api/call.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';

type Numbered = Pick<Specimen, 'id' | 'patientMrn'>;

/**
 * Return the record number of a specimen as text: from this device, or from the server when the device does
 * not store it. The answer is dropped with the page, because it identifies a patient.
 */
export function useRecordNumber(specimen: Numbered | undefined): string {
  const { reachable } = useSyncStatus();
  const [read, setRead] = useState<Numbered | null>(null);
  const requestedId = reachable && specimen?.patientMrn === MASKED ? specimen.id : null;
  useEffect(() => {
    if (requestedId === null) return;
    const stopped = new AbortController();
    call(readLabSpecimen, { params: { id: requestedId } }, { signal: stopped.signal }).then(
      ({ id, patientMrn }) => setRead({ id, patientMrn }),
      // Without an answer the page shows that the number is not on this device.
      () => undefined,
    );
    return () => stopped.abort();
  }, [requestedId]);
  return recordNumberText(requestedId !== null && read?.id === requestedId ? read : specimen);
}
