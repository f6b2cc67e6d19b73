import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Return the problem to show for any failure. */
export const problemOf = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('INTERNAL', MESSAGES.unknownError);

/** Run a task and keep its failure for the page to show. */
export function useAttempt() {
  const [problem, setProblem] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<unknown>): Promise<void> => {
    setProblem(null);
    setBusy(true);
    try {
      await action();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, attempt };
}
