import { type ReactNode, useMemo } from 'react';
import type { Row } from '#db/entity.ts';
import { event } from '#db/records/events/event.ts';
import { lastFailureIn } from '#db/samples/failing/failure-decision.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { childRows, rowOf } from '#pwa/replica/store/document.ts';
import { type UpdateItem, UpdatesNotice } from '#pwa/ui/updates-notice.tsx';

/** Statuses of a sample between the overturned failure and the completion of its batch. */
const RESUMED_STATUSES = [
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
] as const satisfies readonly SampleStatus[];

/** A failure that this user reported and a colleague overturned. */
export interface Overturned {
  /** The failure event, which the dismissal refers to. */
  failureId: string;
  sampleId: string;
  barcode: string;
  by: string;
  at: string;
}

/** Find the last failure of this sample if the user reported it and a colleague overturned it. */
export function findOverturnedFailure(
  userId: string,
  { id: sampleId, barcode }: Pick<Sample, 'id' | 'barcode'>,
  events: readonly Row<typeof event>[],
): Overturned | null {
  const last = lastFailureIn(events);
  const decision = last?.decision;
  if (last?.failed.userId !== userId || decision?.outcome !== 'OVERTURNED' || decision.userId === userId)
    return null;
  return { failureId: last.failed.id, sampleId, barcode, by: decision.by, at: decision.occurredAt };
}

/**
 * Notify a user that a failure they reported was overturned, until they dismiss the notice; undefined while it is
 * read.
 */
export function useOverturnedNotice(isShown: boolean): ReactNode | undefined {
  const { userId } = useReplica().actor;
  const samples = useQuery('samples', {
    kind: sample.name,
    filter: { status: isShown ? [...RESUMED_STATUSES] : [] },
  });
  const overturnedFailures = useMemo(
    () =>
      samples?.flatMap(({ body }) => {
        const one = findOverturnedFailure(userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [samples, userId],
  );
  const overturned = useUpdates<UpdateItem>(
    'overturned-known',
    overturnedFailures?.map(({ failureId, sampleId, barcode, by, at }) => ({
      key: failureId,
      link: { to: '/lab/samples/$id', params: { id: sampleId } },
      code: barcode,
      text: `overturned by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  if (!overturned) return undefined;
  return (
    <UpdatesNotice
      {...overturned}
      title={
        overturned.updates.length === 1
          ? 'A failure that you reported was overturned'
          : `${overturned.updates.length} failures that you reported were overturned`
      }
      lead="Work continues. The reason is in the sample’s history."
    />
  );
}
