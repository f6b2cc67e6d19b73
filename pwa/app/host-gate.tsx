import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { readEntity } from '#db/api/system.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { call } from '#pwa/api/call.ts';

const KEY = 'entity';
/** How long a first visit may stay empty, and the timeout after which the request is repeated. */
const EMPTY_MS = 1500;
const TIMEOUT_MS = 10_000;
/** Only the entity, which a newer server may know better than this app. */
const readAnyEntity = { ...readEntity, answer: z.object({ entity: z.string() }) };

async function loadEntity(): Promise<BusinessEntity> {
  const answer = await call(readAnyEntity, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const known = BusinessEntity.safeParse(answer.entity);
  if (!known.success) throw new AppError('BAD_REQUEST', MESSAGES.invalidEntity);
  return known.data;
}

const readLastEntity = (): BusinessEntity | null =>
  BusinessEntity.safeParse(localStorage.getItem(KEY)).data ?? null;

interface Host {
  entity: BusinessEntity | null;
  /** The server's error about this host: "Invalid host", "Host is not defined" or "Invalid entity". */
  problem: string | null;
  /** Only a first visit waits, until the first answer or failure. */
  isPending: boolean;
}

/**
 * The business entity of this host, asked once per page by the first component that shows it. It is a store of
 * its own, because the bench starts without the code of server queries.
 */
let host: Host | null = null;
let isAsking = false;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function readHost(): Host {
  const entity = readLastEntity();
  host ??= { entity, problem: null, isPending: entity === null };
  return host;
}

function changeHost(changes: Partial<Host>): void {
  host = { ...readHost(), ...changes, isPending: false };
  for (const listener of listeners) listener();
}

async function askServer(): Promise<void> {
  isAsking = true;
  try {
    const entity = await loadEntity();
    localStorage.setItem(KEY, entity);
    changeHost({ entity, problem: null });
  } catch (error) {
    isAsking = false;
    // The host is wrong; a retry does not change that. Without a network it is unchanged.
    const isWrong = error instanceof AppError && error.code === 'BAD_REQUEST';
    changeHost(isWrong ? { problem: error.message } : {});
    if (!isWrong && listeners.size > 0 && readHost().entity === null)
      retryTimer = setTimeout(() => void askServer(), TIMEOUT_MS);
  }
}

function watchHost(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsking) {
    clearTimeout(retryTimer);
    void askServer();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(retryTimer);
  };
}

const useHost = (): Host => useSyncExternalStore(watchHost, readHost);

/**
 * Return the business entity of this host before sign-in; offline that of the last visit, null at the first.
 */
export const useHostEntity = (): BusinessEntity | null => useHost().entity;

/** Show the app, or why there is none at this address. */
export function HostGate({ children }: { children: ReactNode }) {
  const { entity, problem, isPending } = useHost();
  useEffect(() => {
    if (entity !== null) document.documentElement.dataset['entity'] = entity;
  }, [entity]);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), EMPTY_MS);
    return () => clearTimeout(enough);
  }, []);
  // An empty page for a moment is better than a logo that changes.
  if (problem === null) return isPending && !isLate ? null : children;
  return (
    <main className="mx-auto flex max-w-lg flex-col gap-3 px-4 py-12">
      <title>{problem}</title>
      <h1 className="font-semibold text-2xl">{problem}</h1>
      <p>
        The laboratory is not reached under this address. Check the address, or use the link in an email from
        the laboratory.
      </p>
    </main>
  );
}
