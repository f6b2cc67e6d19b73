import { useEffect, useState } from 'react';
import { z } from 'zod';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { callApi } from '#pwa/api/client.ts';

const KEY = 'entity';
const Answer = z.object({ entity: BusinessEntity });

let asked: Promise<BusinessEntity> | null = null;

/** Asks the server once a page; a question that got no answer is asked again by the next who wants to know. */
function askServer(): Promise<BusinessEntity> {
  asked ??= callApi({ path: '/api/entity', answer: Answer }).then(
    ({ entity }) => {
      localStorage.setItem(KEY, entity);
      return entity;
    },
    (problem: unknown) => {
      asked = null;
      throw problem;
    },
  );
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
