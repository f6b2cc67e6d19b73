import { useMemo } from 'react';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { UpdatesNotice } from '#pwa/ui/updates-notice.tsx';
import { findOverturnedFailure, RESUMED_STATUSES } from './overturned.ts';

/** Notifies a user that a failure they reported was overturned, until they dismiss the notice. */
export function OverturnedNotice() {
  const { userId } = useReplica().actor;
  const samples = useQuery('samples', { kind: sample.name, filter: { status: [...RESUMED_STATUSES] } });
  const overturnedFailures = useMemo(
    () =>
      samples?.flatMap(({ body }) => {
        const one = findOverturnedFailure(userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [samples, userId],
  );
  const overturned = useUpdates(
    'overturned-known',
    overturnedFailures?.map(({ failureId, sampleId, barcode, by, at }) => ({
      key: failureId,
      href: `/lab/samples/${sampleId}`,
      code: barcode,
      text: `overturned by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  return (
    <UpdatesNotice
      {...overturned}
      title={
        overturned.updates.length === 1
          ? 'A failure that you reported was overturned'
          : `${overturned.updates.length} failures that you reported were overturned`
      }
      lead="The work goes on. The reason stands in the history of the sample."
    />
  );
}
