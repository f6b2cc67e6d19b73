import { useMemo } from 'react';
import { person } from '#db/identity/person.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useNews } from '#pwa/replica/hooks/use-news.ts';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { NewsNotice } from '#pwa/ui/news-notice.tsx';
import { takenOverFrom } from './taken-over.ts';

/** Tells a person whose sample a colleague checked out after them, until they say that they know. */
export function TakenOverNotice() {
  const { actor } = useReplica();
  const people = useRows(person);
  const others = useMemo(
    () => (people ?? []).map(({ userId }) => userId).filter((id) => id !== actor.userId),
    [people, actor.userId],
  );
  const held = useQuery('samples', { kind: 'Sample', where: { custodianUserId: others } });
  const found = useMemo(
    () =>
      held?.flatMap(({ body }) => {
        const one = takenOverFrom(actor.userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [held, actor.userId],
  );
  const taken = useNews(
    'taken-over-known',
    found?.map(({ eventId, sampleId, barcode, by, at }) => ({
      key: eventId,
      href: `/lab/samples/${sampleId}`,
      code: barcode,
      said: `checked out by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  return (
    <NewsNotice
      {...taken}
      title={
        taken.news.length === 1
          ? 'A sample that you held is with a colleague now'
          : `${taken.news.length} samples that you held are with colleagues now`
      }
      where="; Check out lists what everybody holds"
    />
  );
}
