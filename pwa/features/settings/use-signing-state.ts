import { useCallback, useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { createSigningKey, hasSigningKey } from '#pwa/replica/signing-key.ts';

/** Can this person sign here offline, and how to make that so. */
export interface SigningState {
  /** Undefined while it is read. */
  prepared: boolean | undefined;
  prepare(pin: string): Promise<void>;
}

/** The sealed signing key of this person on this device. */
export function useSigningState(): SigningState {
  const replica = useReplica();
  const [prepared, setPrepared] = useState<boolean>();
  const { side } = replica.store;
  useEffect(() => {
    let shown = true;
    hasSigningKey(side)
      .then((has) => shown && setPrepared(has))
      .catch(() => shown && setPrepared(false));
    return () => {
      shown = false;
    };
  }, [side]);
  const prepare = useCallback(
    async (pin: string) => {
      const enrolment = await replica.enrolment();
      if (!enrolment)
        throw new AppError('UNAVAILABLE', 'Connect this device to the server first, then try again.');
      await createSigningKey(side, replica.api, enrolment.deviceId, pin);
      setPrepared(true);
    },
    [replica, side],
  );
  return { prepared, prepare };
}
