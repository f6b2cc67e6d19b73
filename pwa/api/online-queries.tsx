import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { forgetWithPerson } from './session-gate.ts';

// A missing record or a missing permission does not change within a second: it is reported at once.
const FINAL = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'VALIDATION', 'BAD_REQUEST'];

const retry = (failures: number, error: unknown): boolean =>
  failures < 1 && !(error instanceof AppError && FINAL.includes(error.code));

// Without a network an error is shown at once instead of waiting for a connection.
const networkMode = 'always';

const queries = new QueryClient({
  defaultOptions: { queries: { retry, networkMode, staleTime: 30_000 }, mutations: { networkMode } },
});
forgetWithPerson(() => queries.clear());

/** Provide server queries to a page; the bench reads its replica and does not load this module. */
export function OnlineQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
