import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { WaitingFile } from './use-manifest.ts';

interface WaitingFileGuard {
  onWaiting(file: WaitingFile | null): void;
  /** Asks about a checked file that is not saved yet; false keeps the user at the step. */
  beforeGoing(): Promise<boolean>;
  question: ReactNode;
}

/** Blocks leaving with a checked but unsaved file: its rows would be lost silently. */
export function useWaitingFile(): WaitingFileGuard {
  const waiting = useRef<WaitingFile | null>(null);
  const [pending, setPending] = useState<{ file: WaitingFile; answer(go: boolean): void } | null>(null);
  const onWaiting = useCallback((file: WaitingFile | null) => {
    waiting.current = file;
  }, []);
  const beforeGoing = (): Promise<boolean> => {
    const file = waiting.current;
    if (!file) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (go: boolean): void => {
        setPending(null);
        resolve(go && file.save());
      };
      setPending({ file, answer });
    });
  };
  const question = pending && (
    <ConfirmDialog
      open
      title={`Save the rows of ${pending.file.name}?`}
      confirmLabel={`Save ${pending.file.rows === 1 ? '1 row' : `${pending.file.rows} rows`} and go on`}
      onConfirm={() => pending.answer(true)}
      onClose={() => pending.answer(false)}
    >
      <p>The file was checked and all of it is right, but its rows are not in the order yet.</p>
      <p>To go on without it, put the file away first.</p>
    </ConfirmDialog>
  );
  return { onWaiting, beforeGoing, question };
}
