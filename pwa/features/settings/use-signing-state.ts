import { liveQuery } from 'dexie';
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readStoredSession } from '#pwa/replica/session-store.ts';
import { attemptsLeft, createSigningKey } from '#pwa/replica/signing-key.ts';

/** State of the user's signing on this device. */
interface SigningNow {
  /** True when the user has a signing PIN. */
  hasPin: boolean;
  /** Remaining PIN attempts here; null when this device cannot sign for the user yet. */
  attempts: number | null;
}

/** Reports whether the user can sign offline here, and how to enable it. */
export interface SigningState {
  /** Undefined while it loads. */
  now: SigningNow | undefined;
  prepare(pin: string): Promise<void>;
}

/** The sealed signing key of this user on this device. */
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
    // Another part of the same page can remove the key.
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
