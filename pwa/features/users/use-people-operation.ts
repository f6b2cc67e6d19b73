import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** Format an error for users. */
export const failureText = (failure: unknown): string =>
  failure instanceof AppError ? failure.message : MESSAGES.unknownError;

/** Reload all displayed data about users. */
export function usePeopleRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users') });
}

/** Runs an operation on users, reports its outcome, and reloads the displayed data. */
export function usePeopleOperation() {
  const refresh = usePeopleRefresh();
  const [busy, setBusy] = useState(false);
  const runOperation = async (work: () => Promise<unknown>, message: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      toast.success(message);
      return true;
    } catch (failure) {
      toast.error(failureText(failure));
      return false;
    } finally {
      setBusy(false);
      // Also after a refusal: the displayed data may have been outdated.
      await refresh();
    }
  };
  return { runOperation, busy };
}
