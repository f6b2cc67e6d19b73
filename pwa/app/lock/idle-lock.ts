import { useCallback, useEffect, useState } from 'react';

/** How long a device may be idle before it locks. */
export const IDLE_LIMIT_MS = 10 * 60_000;

const WRITE_MS = 15_000;
const ACTIVITY = ['pointerdown', 'keydown', 'wheel'] as const;

const keyOf = (userCompanyId: string): string => `benchside-last-active|${userCompanyId}`;

/** When this user last used the device, in any of its tabs; negative after a manual lock. */
const readLastActive = (key: string): number => Number(localStorage.getItem(key) ?? 0) || 0;

const writeLastActive = (key: string, at: number): void => localStorage.setItem(key, `${at}`);

/**
 * Return the time until the lock. A sign-in counts as use, and a clock that was set back does not keep it
 * open.
 */
function leftMs(key: string, signedInAt: number): number {
  const last = readLastActive(key);
  if (last < 0 && signedInAt <= -last) return 0;
  return IDLE_LIMIT_MS - Math.abs(Date.now() - Math.max(last, signedInAt));
}

/** Record that the user has just confirmed their presence. */
export const recordPresence = (userCompanyId: string): void =>
  writeLastActive(keyOf(userCompanyId), Date.now());

/** Lock the device after the user left it to another: only their PIN returns directly to the app. */
export const recordAbsence = (userCompanyId: string): void =>
  writeLastActive(keyOf(userCompanyId), -Date.now());

interface IdleLock {
  locked: boolean;
  lock(): void;
  unlock(): void;
}

/**
 * Lock the app for a user who has not used this device for ten minutes. A reload does not unlock it, and all
 * tabs lock and unlock together. `signedInAt` is in milliseconds.
 */
export function useIdleLock(userCompanyId: string, signedInAt: number): IdleLock {
  const key = keyOf(userCompanyId);
  const [locked, setLocked] = useState(() => leftMs(key, signedInAt) <= 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateLock = () => {
      clearTimeout(timer);
      const remainingMs = leftMs(key, signedInAt);
      setLocked(remainingMs <= 0);
      if (remainingMs > 0) timer = setTimeout(updateLock, remainingMs);
    };
    const recordUse = () => {
      if (leftMs(key, signedInAt) <= 0) return updateLock();
      if (Math.abs(Date.now() - readLastActive(key)) > WRITE_MS) writeLastActive(key, Date.now());
    };
    const stopped = new AbortController();
    const { signal } = stopped;
    if (!locked)
      for (const kind of ACTIVITY)
        window.addEventListener(kind, recordUse, { capture: true, passive: true, signal });
    window.addEventListener('storage', updateLock, { signal });
    document.addEventListener('visibilitychange', updateLock, { signal });
    updateLock();
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [key, signedInAt, locked]);
  const set = useCallback(
    (lock: boolean) => {
      writeLastActive(key, lock ? -Date.now() : Date.now());
      setLocked(lock);
    },
    [key],
  );
  return { locked, lock: useCallback(() => set(true), [set]), unlock: useCallback(() => set(false), [set]) };
}
