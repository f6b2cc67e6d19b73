import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { projectBasedPricing } from '#db/billing/prices/price.ts';
import type { ProjectPriceForm } from '#db/billing/prices/price-form.ts';
import { ProjectPriceChoices } from '#db/billing/prices/shown-prices.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

export const PROJECT_PRICES_PATH = '/api/lab/project-base-pricing';
const DECISIONS = '/api/lab/price-adjustments/project-prices';

/** The projects and protocols for which a price can be agreed. */
export const useProjectPriceChoices = () =>
  useQuery({
    queryKey: [PROJECT_PRICES_PATH, 'choices'],
    queryFn: ({ signal }) =>
      callApi({ path: `${PROJECT_PRICES_PATH}/choices`, answer: ProjectPriceChoices, signal }),
    networkMode: 'always',
  });

interface Decided {
  id: string;
  decision: 'APPROVED' | 'REJECTED';
  reason: string | null;
}

/** Proposes, decides and ends project prices; reloads the list after success and failure. */
export function useProjectPriceOperations() {
  const queries = useQueryClient();
  const onSettled = () => void queries.invalidateQueries({ queryKey: [PROJECT_PRICES_PATH] });
  const propose = useMutation({
    networkMode: 'always',
    mutationFn: (data: ProjectPriceForm) =>
      callApi({
        path: PROJECT_PRICES_PATH,
        method: 'POST',
        data,
        answer: z.object({ row: projectBasedPricing.schema, message: z.string().nullish() }),
      }),
    onSuccess: ({ message }) => toast.success(message || 'Project price set'),
    onSettled,
  });
  const decide = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, ...data }: Decided) =>
      callApi({ path: `${DECISIONS}/${id}`, method: 'PATCH', data, answer: z.undefined() }),
    onSuccess: (_answer, { decision }) =>
      toast.success(decision === 'APPROVED' ? 'Project price approved' : 'Project price declined'),
    onSettled,
  });
  const end = useMutation({
    networkMode: 'always',
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      callApi({
        path: `${PROJECT_PRICES_PATH}/${id}/end`,
        method: 'PATCH',
        data: { reason },
        answer: z.undefined(),
      }),
    onSuccess: () => toast.success('Project price ended'),
    onSettled,
  });
  return { propose, decide, end };
}
