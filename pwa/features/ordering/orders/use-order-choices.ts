import { useQuery } from '@tanstack/react-query';
import { OrderChoices } from '#db/ordering/order-choices.ts';
import { callApi } from '#pwa/api/client.ts';

/** Organizations, services and projects for the filters; the filters wait for them, the list does not. */
export const useOrderChoices = (family: string): OrderChoices | null =>
  useQuery({
    queryKey: [`/api/${family}/choices`],
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/choices`, answer: OrderChoices, signal }),
    networkMode: 'always',
  }).data ?? null;
