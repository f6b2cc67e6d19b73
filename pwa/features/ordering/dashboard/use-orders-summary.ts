import { useQuery } from '@tanstack/react-query';
import { OrdersSummary } from '#db/ordering/orders-summary.ts';
import { callApi } from '#pwa/api/client.ts';

/** The current open tasks and order counts of this user, from the server. */
export const useOrdersSummary = () =>
  useQuery({
    queryKey: ['/api/orders/summary'],
    queryFn: ({ signal }) => callApi({ path: '/api/orders/summary', answer: OrdersSummary, signal }),
    networkMode: 'always',
  });
