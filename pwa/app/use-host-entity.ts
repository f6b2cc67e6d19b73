import { useEffect, useState } from 'react';
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

let entityRequest: Promise<BusinessEntity> | null = null;

async function loadEntity(): Promise<BusinessEntity> {
  const answer = await call(readAnyEntity, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const known = BusinessEntity.safeParse(answer.entity);
  if (!known.success) throw new AppError('BAD_REQUEST', MESSAGES.invalidEntity);
  localStorage.setItem(KEY, known.data);
  return known.data;
}

/** Ask the server once per page; after a failed request the next caller asks again. */
function askServer(): Promise<BusinessEntity> {
  entityRequest ??= loadEntity().catch((problem: unknown) => {
    entityRequest = null;
    throw problem;
  });
  return entityRequest;
}

const readLastEntity = (): BusinessEntity | null =>
  BusinessEntity.safeParse(localStorage.getItem(KEY)).data ?? null;

// The host is wrong; a retry does not change that.
const againstHost = (problem: unknown): problem is AppError =>
  problem instanceof AppError && problem.code === 'BAD_REQUEST';

/**
 * Return the business entity of this host before sign-in; offline that of the last visit, null at the first.
 */
export function useHostEntity(): BusinessEntity | null {
  const [entity, setEntity] = useState(readLastEntity);
  useEffect(() => {
    let open = true;
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void =>
      void askServer().then(
        (answer) => open && setEntity(answer),
        (problem: unknown) => {
          const unknown = readLastEntity() === null && !againstHost(problem);
          if (open && unknown) retryTimer = setTimeout(ask, TIMEOUT_MS);
        },
      );
    ask();
    return () => {
      open = false;
      clearTimeout(retryTimer);
    };
  }, []);
  return entity;
}

/** Check whether the page may render: only a first visit waits for the business entity, and only briefly. */
export function useIsEntityPending(): boolean {
  const [awaited, setAwaited] = useState(() => readLastEntity() !== null);
  useEffect(() => {
    const end = (): void => setAwaited(true);
    const enough = setTimeout(end, EMPTY_MS);
    // Without an answer there is no reason to wait longer.
    void askServer().then(end, end);
    return () => clearTimeout(enough);
  }, []);
  return awaited;
}

/**
 * Return the server's error about this host: "Invalid host", "Host is not defined" or "Invalid entity"; else
 * null.
 */
export function useHostProblem(): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    askServer().catch((error: unknown) => {
      // Without a network the host is unchanged.
      if (againstHost(error)) setProblem(error.message);
    });
  }, []);
  return problem;
}
