import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { person } from '#db/identity/person.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { childRows, rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { useQuery, useRows } from '#pwa/replica/hooks/use-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { takenOverFrom } from './taken-over.ts';

const Known = z.array(z.string());
const NONE: string[] = [];
const LISTED = 5;

/** Tells a person whose sample a colleague checked out after them, until they say that they know. */
export function TakenOverNotice() {
  const { actor } = useReplica();
  const people = useRows(person);
  const others = useMemo(
    () => (people ?? []).map(({ userId }) => userId).filter((id) => id !== actor.userId),
    [people, actor.userId],
  );
  const held = useQuery('samples', { kind: 'Sample', where: { custodianUserId: others } });
  const known = useKept('taken-over-known', NONE, Known);
  const taken = useMemo(
    () =>
      (held ?? []).flatMap(({ body }) => {
        const found = takenOverFrom(actor.userId, rowOf(sample, body), childRows(event, body, 'events'));
        return found && known.value && !known.value.includes(found.eventId) ? [found] : [];
      }),
    [held, actor.userId, known.value],
  );
  if (taken.length === 0) return null;
  const all = taken.map(({ eventId }) => eventId);
  return (
    <Notice
      tone="warning"
      title={
        taken.length === 1
          ? 'A sample that you held is with a colleague now'
          : `${taken.length} samples that you held are with colleagues now`
      }
      action={
        <Button icon={Check} onClick={() => void known.update((before) => [...before, ...all].slice(-500))}>
          I know
        </Button>
      }
    >
      <ul>
        {taken.slice(0, LISTED).map(({ eventId, sampleId, barcode, by, at }) => (
          <li key={eventId}>
            <a
              href={`/lab/samples/${sampleId}`}
              className="flex min-h-11 flex-wrap items-center gap-x-2 underline"
            >
              <span className="code">{barcode}</span>
              <span>{`checked out by ${by}, ${formatDate(at, 'shortAtTime')}`}</span>
            </a>
          </li>
        ))}
      </ul>
      {taken.length > LISTED && (
        <p>{`And ${taken.length - LISTED} more; Check out lists what everybody holds.`}</p>
      )}
    </Notice>
  );
}
