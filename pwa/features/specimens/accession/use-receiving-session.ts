import { useCallback, useEffect, useRef } from 'react';
import { useDraft } from '#pwa/replica/hooks/use-draft.ts';
import { draftKey, parseDraft, type SessionDraft } from './session-draft.ts';

/** A receiving session on this device: every change is on disk before the next scan is taken. */
export interface ReceivingSession {
  /** Undefined while it is read, null when this device has no such session. */
  draft: SessionDraft | null | undefined;
  /** The newest state; scans come faster than the screen is drawn. */
  latest(): SessionDraft | null;
  change(edit: (draft: SessionDraft) => SessionDraft): Promise<void>;
  clear(): Promise<void>;
}

/** Opens the draft of a session and keeps it. */
export function useReceivingSession(sessionId: string): ReceivingSession {
  const { value, save, clear } = useDraft<SessionDraft | null>(draftKey(sessionId), null, parseDraft);
  const newest = useRef<SessionDraft | null>(null);
  useEffect(() => {
    if (newest.current === null && value) newest.current = value;
  }, [value]);
  const latest = useCallback(() => newest.current, []);
  const change = useCallback(
    async (edit: (draft: SessionDraft) => SessionDraft) => {
      if (newest.current === null) return;
      newest.current = edit(newest.current);
      await save(newest.current);
    },
    [save],
  );
  const forget = useCallback(async () => {
    newest.current = null;
    await clear();
  }, [clear]);
  return { draft: value, latest, change, clear: forget };
}
