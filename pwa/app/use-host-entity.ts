import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { callApi } from '#pwa/api/client.ts';

const KEY = 'entity';
const Answer = z.object({ entity: BusinessEntity });

async function askServer(): Promise<BusinessEntity> {
  const { entity } = await callApi({ path: '/api/entity', answer: Answer });
  localStorage.setItem(KEY, entity);
  return entity;
}

/** The business entity of this host, before anybody has signed in; offline the one of the last visit. */
export function useHostEntity(): BusinessEntity {
  const { data } = useQuery({
    queryKey: ['entity'],
    queryFn: askServer,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? BusinessEntity.catch('WBL').parse(localStorage.getItem(KEY));
}
