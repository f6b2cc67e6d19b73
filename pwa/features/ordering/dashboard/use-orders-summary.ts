import { useQuery } from '@tanstack/react-query';
import { OrdersSummary } from '#db/ordering/orders-summary.ts';
import { callApi } from '#pwa/api/client.ts';

/** What waits for this person and how far the orders are, as the server counts them now. */
export const useOrdersSummary = () =>
  useQuery({
    queryKey: ['/api/orders/summary'],
    queryFn: ({ signal }) => callApi({ path: '/api/orders/summary', answer: OrdersSummary, signal }),
    networkMode: 'always',
  });
