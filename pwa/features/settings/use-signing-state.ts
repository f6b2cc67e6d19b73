import { liveQuery } from 'dexie';
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readStoredSession } from '#pwa/replica/session-store.ts';
import { attemptsLeft, createSigningKey } from '#pwa/replica/signing-key.ts';

/** What this person can sign with here. */
interface SigningNow {
  /** Has this person a signing PIN at all? */
  hasPin: boolean;
  /** How many PINs may still be tried here; null when this device cannot sign for the person yet. */
  attempts: number | null;
}

/** Can this person sign here offline, and how to make that so. */
export interface SigningState {
  /** Undefined while it is read. */
  now: SigningNow | undefined;
  prepare(pin: string): Promise<void>;
}

/** The sealed signing key of this person on this device. */
export function useSigningState(): SigningState {
  const replica = useReplica();
  const [now, setNow] = useState<SigningNow>();
  const { side } = replica.store;
  useEffect(() => {
    let isMounted = true;
    const show = (attempts: number | null) =>
      readStoredSession()
        .then((storedSession) => storedSession?.session.hasPin ?? attempts !== null)
        .catch(() => true)
        .then((hasPin) => isMounted && setNow({ hasPin, attempts }));
    // The key may be removed further down on the same page.
    const reading = liveQuery(() => attemptsLeft(side)).subscribe({
      next: (attempts) => void show(attempts),
      error: () => void show(null),
    });
    return () => {
      isMounted = false;
      reading.unsubscribe();
    };
  }, [side]);
  const prepare = useCallback(
    async (pin: string) => {
      const enrollment = await replica.enrollment();
      if (!enrollment)
        throw new AppError('UNAVAILABLE', 'Connect this device to the server first, then try again.');
      await createSigningKey(side, replica.api, enrollment.deviceId, pin);
      setNow({ hasPin: true, attempts: await attemptsLeft(side) });
    },
    [replica, side],
  );
  return { now, prepare };
}
