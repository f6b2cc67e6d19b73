import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { forgetWithPerson } from './session-gate.ts';

// What is not there or not allowed is no other a second later: it is told at once.
const FINAL = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'VALIDATION', 'BAD_REQUEST'];

const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof AppError && FINAL.includes(error.code));

const queries = new QueryClient({ defaultOptions: { queries: { retry, staleTime: 30_000 } } });
forgetWithPerson(() => queries.clear());

/** What a page that asks the server stands in; the bench reads its replica and does not load it. */
export function OnlineQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
