import { useEffect, useState } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { scannedIds } from './session-counts.ts';
import { DRAFT_PREFIX, parseDraft, type SessionDraft } from './session-draft.ts';

/**
 * Report whether the session was submitted already: its draft survives when the app closes right after the
 * signature.
 */
export const wasSigned = (replica: Pick<Replica, 'outbox'>, sessionId: string): boolean =>
  replica.outbox
    .all()
    .some(({ name, subjects }) => name === 'accession-shipment' && subjects.includes(sessionId));

/** Read the unsigned sessions of this device, newest first. */
export async function readOpenSessions(replica: Replica): Promise<SessionDraft[]> {
  const entries = await replica.store.side.drafts.where('key').startsWith(DRAFT_PREFIX).toArray();
  return entries
    .flatMap(({ value }) => parseDraft(value) ?? [])
    .filter(({ id }) => !wasSigned(replica, id))
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

/** The unsigned sessions of this device; undefined while they are read. */
export function useOpenSessions(): readonly SessionDraft[] | undefined {
  const replica = useReplica();
  const [sessions, setSessions] = useState<readonly SessionDraft[]>();
  useEffect(() => {
    let isMounted = true;
    readOpenSessions(replica)
      .then((drafts) => isMounted && setSessions(drafts))
      .catch(() => isMounted && setSessions([]));
    return () => {
      isMounted = false;
    };
  }, [replica]);
  return sessions;
}

interface OpenSessionsProps {
  sessions: readonly SessionDraft[];
  onOpen(sessionId: string): void;
}

/** Lists the unsigned sessions of this device; they survive reload, crash and sign-out. */
export function OpenSessions({ sessions, onOpen }: OpenSessionsProps) {
  // Without open sessions one line is enough, because work then begins in the list of shipments below.
  if (sessions.length === 0) return <p className="text-ink-soft">No open shipments</p>;
  return (
    <Section title={`Unfinished on this device: ${sessions.length}`}>
      <ul className="flex flex-col divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="break-words font-semibold">{session.title}</p>
              <p className="text-ink-soft text-sm">
                {`Started ${formatDate(session.startedAt, 'shortAtTime')} · ${scannedIds(session).size} received`}
              </p>
            </div>
            <Button onClick={() => onOpen(session.id)}>{`Continue ${session.title}`}</Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
