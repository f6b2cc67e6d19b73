import { useState } from 'react';
import type { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';

/** The families that show the price of an order, beside its adjustments. */
export const PRICE_FAMILIES: readonly Family[] = ['lab/orders'];

/** Return a function that reads all prices of orders again, because somebody else may have acted first. */
export function useReadPricesAgain(): () => void {
  const invalidate = useInvalidation();
  return () => void invalidate(['lab/price-adjustments', ...PRICE_FAMILIES]);
}

/** Submits the parsed values of a dialog; shows problems at their fields from the first attempt on. */
export function useValidatedSubmit<T>(read: z.ZodSafeParseResult<T>, submit: (values: T) => void) {
  const [tried, setTried] = useState(false);
  return {
    problem: (field: string): string | null =>
      (tried && read.error?.issues.find(({ path }) => path[0] === field)?.message) || null,
    confirm: (): void => {
      setTried(true);
      if (read.success) submit(read.data);
    },
  };
}
