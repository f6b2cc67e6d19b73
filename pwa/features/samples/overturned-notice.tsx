import { useMemo } from 'react';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useNews } from '#pwa/replica/hooks/use-news.ts';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { NewsNotice } from '#pwa/ui/news-notice.tsx';
import { GOES_ON, overturnedOf } from './overturned.ts';

/** Tells a person that a failure which they reported was overturned, until they say that they know. */
export function OverturnedNotice() {
  const { userId } = useReplica().actor;
  const samples = useQuery('samples', { kind: sample.name, where: { status: [...GOES_ON] } });
  const found = useMemo(
    () =>
      samples?.flatMap(({ body }) => {
        const one = overturnedOf(userId, rowOf(sample, body), childRows(event, body, 'events'));
        return one ? [one] : [];
      }),
    [samples, userId],
  );
  const overturned = useNews(
    'overturned-known',
    found?.map(({ failureId, sampleId, barcode, by, at }) => ({
      key: failureId,
      href: `/lab/samples/${sampleId}`,
      code: barcode,
      said: `overturned by ${by}, ${formatDate(at, 'shortAtTime')}`,
    })),
  );
  return (
    <NewsNotice
      {...overturned}
      title={
        overturned.news.length === 1
          ? 'A failure that you reported was overturned'
          : `${overturned.news.length} failures that you reported were overturned`
      }
      lead="The work goes on. The reason stands in the history of the sample."
    />
  );
}
