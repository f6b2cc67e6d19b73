import { useQuery } from '@tanstack/react-query';
import { BillingQueue } from '#db/billing/listed-invoice.ts';
import { callApi } from '#pwa/api/client.ts';

const path = '/api/billing/queue';

/** Open billing work. */
export const useQueue = () =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callApi({ path, answer: BillingQueue, signal }),
    networkMode: 'always',
    staleTime: 0,
  });
