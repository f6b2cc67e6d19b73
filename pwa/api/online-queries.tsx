import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } });

/** What a page that asks the server stands in; the bench reads its replica and does not load it. */
export function OnlineQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
