import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** What went wrong, fit to be shown. */
export const failureText = (failure: unknown): string =>
  failure instanceof AppError ? failure.message : MESSAGES.unknownError;

/** Reads again whatever of people is shown. */
export function usePeopleRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users') });
}

/** Does something to people, says how it ended, and reads what is shown again. */
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
      // Also after a refusal: what is shown may be what was out of date.
      await refresh();
    }
  };
  return { runOperation, busy };
}
