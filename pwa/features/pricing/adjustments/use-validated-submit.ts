import { useState } from 'react';
import type { z } from 'zod';

interface FormOperation<T> {
  mutate(values: T, then: { onSuccess(): void }): void;
}

/** Submits the parsed values of a dialog; shows problems at their fields from the first attempt on. */
export function useValidatedSubmit<T>(
  read: z.ZodSafeParseResult<T>,
  operation: FormOperation<T>,
  onDone: () => void,
) {
  const [tried, setTried] = useState(false);
  return {
    problem: (field: string): string | null =>
      (tried && read.error?.issues.find(({ path }) => path[0] === field)?.message) || null,
    confirm: (): void => {
      setTried(true);
      if (read.success) operation.mutate(read.data, { onSuccess: onDone });
    },
  };
}
