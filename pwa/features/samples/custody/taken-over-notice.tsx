import { type ReactNode, useMemo } from 'react';
import { person } from '#db/identity/person.ts';
import { event } from '#db/records/events/event.ts';
import { type ChainEvent, holderOf, lastHolding } from '#db/samples/custody/custody-chain.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { type UpdateItem, UpdatesNotice } from '#pwa/ui/updates-notice.tsx';

/** A sample that this user held and that a colleague took over without them. */
export interface TakenOver {
  /** The event, which the dismissal refers to. */
  eventId: string;
  sampleId: string;
  barcode: string;
  by: string;
  at: string;
}

/**
 * Find whether a colleague's own operation took this sample over from the user (domain 5.11, case 5: the
 * earlier custodian is notified).
 */
export function takenOverFrom(
  userId: string,
  row: Pick<Sample, 'id' | 'barcode' | 'custodianUserId'>,
  events: readonly ChainEvent[],
): TakenOver | null {
  const last = lastHolding(events);
  if (last?.type !== 'SAMPLE_CUSTODY_TRANSFERRED' || row.custodianUserId === userId) return null;
  // A hand-over by the user needs no notice, nor does a tube that was checked in since.
  if (last.data['fromUserId'] !== userId || last.userId === userId || row.custodianUserId === null)
    return null;
  const { id: eventId, occurredAt: at } = last;
  return { eventId, sampleId: row.id, barcode: row.barcode, by: holderOf(last), at };
}

const NO_IDS: string[] = [];

/**
 * Notify a user that a colleague checked out a sample after them, until they dismiss the notice; undefined while it
 * is read.
 */
export function useTakenOverNotice(isShown = true): ReactNode | undefined {
  const { actor } = useReplica();
  const people = useRows(person);
  const colleagueIds = useMemo(
    () => (people ?? []).map(({ userId }) => userId).filter((id) => id !== actor.userId),
    [people, actor.userId],
  );
  const heldDocuments = useQuery('samples', {
    kind: 'Sample',
    filter: { custodianUserId: isShown ? colleagueIds : NO_IDS },
  });
  const takeovers = useMemo(
    () =>
      people &&
      heldDocuments?.flatMap(({ body }) => {
        const one = takenOverFrom(actor.userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [people, heldDocuments, actor.userId],
  );
  const notices = useUpdates<UpdateItem>(
    'taken-over-known',
    takeovers?.map(({ eventId, sampleId, barcode, by, at }) => ({
      key: eventId,
      link: { to: '/lab/samples/$id', params: { id: sampleId } },
      code: barcode,
      text: `checked out by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  if (!notices) return undefined;
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
