import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PriceForm } from '#db/billing/prices/price-form.ts';
import { PriceList } from '#db/billing/prices/shown-prices.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

const PATH = '/api/lab/price';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** Every protocol with its current and planned prices. */
export const usePriceList = () =>
  useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => callApi({ path: PATH, answer: PriceList, signal }),
    networkMode: 'always',
  });

/** Sets or ends a price; both return the updated list. */
export function usePriceOperations() {
  const queries = useQueryClient();
  const settle = (done: string) => (list: PriceList) => {
    queries.setQueryData([PATH], list);
    toast.success(done);
  };
  const set = useMutation({
    networkMode: 'always',
    mutationFn: (data: PriceForm) => callApi({ path: PATH, method: 'POST', data, answer: PriceList }),
    onSuccess: settle('Price set'),
  });
  const end = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, lastDay }: { id: string; lastDay: string | null }) =>
      callApi({ path: `${PATH}/${id}/end`, method: 'PATCH', data: { lastDay }, answer: PriceList }),
    onSuccess: settle('Price ended'),
  });
  return { set, end };
}

/** Parse a number with at most two decimals into hundredths; null when invalid. */
function hundredths(text: string): number | null {
  const [, integerPart = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return integerPart === '' ? null : Number(integerPart) * 100 + Number(rest.padEnd(2, '0'));
}

/** Parse typed dollars into cents; null when invalid. */
export const centsOf = hundredths;

/** Parse a typed percentage into basis points; null when invalid. */
export const bpsOf = hundredths;
