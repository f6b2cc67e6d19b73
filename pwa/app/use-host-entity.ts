import { useEffect, useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { callApi } from '#pwa/api/client.ts';

const KEY = 'entity';
/** How long a first visit may stay empty, and after how long a question without an answer is given up and asked again. */
const EMPTY_MS = 1500;
const TIMEOUT_MS = 10_000;
const Answer = z.object({ entity: z.string() });

let entityRequest: Promise<BusinessEntity> | null = null;

async function readEntity(): Promise<BusinessEntity> {
  const answer = await callApi({
    path: '/api/entity',
    answer: Answer,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const known = BusinessEntity.safeParse(answer.entity);
  if (!known.success) throw new AppError('BAD_REQUEST', MESSAGES.invalidEntity);
  localStorage.setItem(KEY, known.data);
  return known.data;
}

/** Asks the server once a page; a question that got no answer is asked again by the next who wants to know. */
function askServer(): Promise<BusinessEntity> {
  entityRequest ??= readEntity().catch((problem: unknown) => {
    entityRequest = null;
    throw problem;
  });
  return entityRequest;
}

const readLastEntity = (): BusinessEntity | null =>
  BusinessEntity.safeParse(localStorage.getItem(KEY)).data ?? null;

// The host is wrong, which asking again does not change.
const againstHost = (problem: unknown): problem is AppError =>
  problem instanceof AppError && problem.code === 'BAD_REQUEST';

/** The business entity of this host, before anybody has signed in; offline the one of the last visit, null at the first. */
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

/** May the page be drawn? Only the first visit waits to know whose laboratory this is, and not for long. */
export function useIsEntityPending(): boolean {
  const [awaited, setAwaited] = useState(() => readLastEntity() !== null);
  useEffect(() => {
    const end = (): void => setAwaited(true);
    const enough = setTimeout(end, EMPTY_MS);
    // Without an answer there is nothing better to wait for.
    void askServer().then(end, end);
    return () => clearTimeout(enough);
  }, []);
  return awaited;
}

/** What the server says against this host: "Invalid host", "Host is not defined" or "Invalid entity"; else null. */
export function useHostProblem(): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    askServer().catch((error: unknown) => {
      // Without a network the host is the one it was.
      if (againstHost(error)) setProblem(error.message);
    });
  }, []);
  return problem;
}
