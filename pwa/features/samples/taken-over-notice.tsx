import { useMemo } from 'react';
import { person } from '#db/identity/person.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { UpdatesNotice } from '#pwa/ui/updates-notice.tsx';
import { takenOverFrom } from './taken-over.ts';

/** Notifies a user that a colleague checked out a sample after them, until they dismiss the notice. */
export function TakenOverNotice() {
  const { actor } = useReplica();
  const people = useRows(person);
  const colleagueIds = useMemo(
    () => (people ?? []).map(({ userId }) => userId).filter((id) => id !== actor.userId),
    [people, actor.userId],
  );
  const heldDocuments = useQuery('samples', { kind: 'Sample', filter: { custodianUserId: colleagueIds } });
  const takeovers = useMemo(
    () =>
      heldDocuments?.flatMap(({ body }) => {
        const one = takenOverFrom(actor.userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [heldDocuments, actor.userId],
  );
  const notices = useUpdates(
    'taken-over-known',
    takeovers?.map(({ eventId, sampleId, barcode, by, at }) => ({
      key: eventId,
      href: `/lab/samples/${sampleId}`,
      code: barcode,
      text: `checked out by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  return (
    <UpdatesNotice
      {...notices}
      title={
        notices.updates.length === 1
          ? 'A sample that you held is with a colleague now'
          : `${notices.updates.length} samples that you held are with colleagues now`
      }
      locationText="; Check out lists what everybody holds"
    />
  );
}
