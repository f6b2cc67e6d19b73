import { useCallback } from 'react';
import { useDraft } from '#pwa/replica/hooks/use-stored-draft.ts';
import { draftKey, parseDraft, type SessionDraft } from './session-draft.ts';

/** A receiving session on this device: every change is on disk before the next scan is processed. */
export interface ReceivingSession {
  /** Undefined while it loads, null when this device has no such session. */
  draft: SessionDraft | null | undefined;
  /** The newest state; scans can be faster than renders. */
  latest(): SessionDraft | null;
  change(edit: (draft: SessionDraft) => SessionDraft): Promise<void>;
  clear(): Promise<void>;
}

/** Opens and saves the draft of a session; a session that ended in another tab is not recreated. */
export function useReceivingSession(sessionId: string): ReceivingSession {
  const draft = useDraft<SessionDraft | null>(draftKey(sessionId), null, parseDraft);
  const { value, now, update, clear } = draft;
  const latest = useCallback(() => now() ?? null, [now]);
  const change = useCallback(
    (edit: (draft: SessionDraft) => SessionDraft) =>
      update((before) => (before === null ? null : edit(before))),
    [update],
  );
  return { draft: value, latest, change, clear };
}
