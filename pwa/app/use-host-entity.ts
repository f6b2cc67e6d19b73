import { useEffect, useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { callApi } from '#pwa/api/client.ts';

const KEY = 'entity';
const Answer = z.object({ entity: z.string() });

let asked: Promise<BusinessEntity> | null = null;

async function readEntity(): Promise<BusinessEntity> {
  const answer = await callApi({ path: '/api/entity', answer: Answer });
  const known = BusinessEntity.safeParse(answer.entity);
  if (!known.success) throw new AppError('BAD_REQUEST', MESSAGES.invalidEntity);
  localStorage.setItem(KEY, known.data);
  return known.data;
}

/** Asks the server once a page; a question that got no answer is asked again by the next who wants to know. */
function askServer(): Promise<BusinessEntity> {
  asked ??= readEntity().catch((problem: unknown) => {
    asked = null;
    throw problem;
  });
  return asked;
}

/** The business entity of this host, before anybody has signed in; offline the one of the last visit. */
export function useHostEntity(): BusinessEntity {
  const [entity, setEntity] = useState(() => BusinessEntity.catch('WBL').parse(localStorage.getItem(KEY)));
  useEffect(() => {
    askServer().then(setEntity, () => undefined);
  }, []);
  return entity;
}

/** Is it known whose laboratory this is? Only the first visit has to wait for the answer. */
export function useEntityKnown(): boolean {
  const [known, setKnown] = useState(() => localStorage.getItem(KEY) !== null);
  useEffect(() => {
    // Without an answer there is nothing better to wait for.
    askServer()
      .catch(() => undefined)
      .finally(() => setKnown(true));
  }, []);
  return known;
}

/** What the server says against this host: "Invalid host", "Host is not defined" or "Invalid entity"; else null. */
export function useHostProblem(): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    askServer().catch((error: unknown) => {
      // Without a network the host is the one it was.
      if (error instanceof AppError && error.code === 'BAD_REQUEST') setProblem(error.message);
    });
  }, []);
  return problem;
}
