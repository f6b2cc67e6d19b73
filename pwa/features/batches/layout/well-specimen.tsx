import { Link } from '@tanstack/react-router';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber } from '#db/specimens/specimen-record-number.ts';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';

/**
 * The specimen of the sample in a well. The record number of a clinical one is shown while this device stores
 * it; afterwards the page of the specimen asks the server, which records who saw it.
 */
export function WellSpecimen({ specimenId }: { specimenId: string | null }) {
  const row = useRow(specimen, specimenId);
  const test = useRow(protocol, row?.protocolId ?? null);
  if (!row) return null;
  const name = row.julianId ?? row.requisitionNumber;
  const recordNumber = test?.clinical ? knownRecordNumber(row) : null;
  return (
    <KeyValues
      items={[
        {
          name: 'Specimen',
          value: (
            <WithRecordCard kind="specimen" id={row.id} name={name}>
              <Link
                to="/lab/specimens/$id"
                params={{ id: row.id }}
                className="code inline-flex min-h-6 items-center underline underline-offset-2"
              >
                {name}
              </Link>
            </WithRecordCard>
          ),
        },
        ...(recordNumber === null ? [] : [{ name: 'Patient MRN', value: recordNumber }]),
      ]}
    />
  );
}
