import type { Replica } from '#pwa/replica/replica.ts';
import { DRAFT_PREFIX, parseDraft, type SessionDraft } from './session-draft.ts';
import { wasSigned } from './was-signed.ts';

/** Read the unsigned sessions of this device, newest first. */
export async function readOpenSessions(replica: Replica): Promise<SessionDraft[]> {
  const entries = await replica.store.side.drafts.where('key').startsWith(DRAFT_PREFIX).toArray();
  return entries
    .flatMap(({ value }) => parseDraft(value) ?? [])
    .filter(({ id }) => !wasSigned(replica, id))
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}
