import {
  keepPreviousData,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Family } from '#db/access/families.ts';
import {
  type CallAnswer,
  type CallDefinition,
  type CallInput,
  familyOfCall,
} from '#db/api/call-definition.ts';
import { call, callKey, familyKey } from './call.ts';

interface CallOptions<Answer, Selected> {
  enabled?: boolean;
  /** Shows the answer of the previous input until the next one is there, as lists do. */
  keepsPrevious?: boolean;
  select?(answer: Answer): Selected;
  /** Milliseconds after which an unused answer is dropped; 0 for patient data. */
  gcTime?: number;
  staleTime?: number;
  refetchInterval?: number | false;
  refetchOnWindowFocus?: boolean;
  /** The error message when the server gives no reason. */
  message?: string;
}

/** Build the query of a call, for `useQueries`, `fetchQuery` and `prefetchQuery`. */
export const callQuery = <C extends CallDefinition>(definition: C, input: CallInput<C>, message?: string) =>
  queryOptions<CallAnswer<C>>({
    queryKey: callKey(definition, input),
    queryFn: ({ signal }) =>
      call(definition, input, message === undefined ? { signal } : { signal, message }),
  });

/** Read from the server. Needs OnlineQueries, which also sets retries and the behavior offline. */
export function useCall<C extends CallDefinition, Selected = CallAnswer<C>>(
  definition: C,
  input: CallInput<C>,
  options: CallOptions<CallAnswer<C>, Selected> = {},
): UseQueryResult<Selected> {
  const { keepsPrevious = false, message, ...rest } = options;
  const { queryKey, queryFn } = callQuery(definition, input, message);
  return useQuery<CallAnswer<C>, Error, Selected>({
    queryKey,
    ...(queryFn ? { queryFn } : {}),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  });
}

interface CallMutationOptions<C extends CallDefinition> {
  /** What else the change makes stale, beside the family of the call: other families, or calls without one. */
  invalidates?: readonly (Family | CallDefinition)[];
  /** Runs after the stale queries were read again. */
  onSuccess?(answer: CallAnswer<C>, input: CallInput<C>): void;
  /** The error message when the server gives no reason. */
  message?: string;
}

/** Return a function that reads all queries of families again, which a change has made stale. */
export function useInvalidation(): (stale: readonly (Family | CallDefinition)[]) => Promise<void> {
  const queries = useQueryClient();
  return async (stale) => {
    const families = stale.map((one) => (typeof one === 'string' ? one : familyOfCall(one)));
    await Promise.all(families.map((family) => queries.invalidateQueries({ queryKey: familyKey(family) })));
  };
}

/** Change something on the server; afterwards all queries of the call's family are read again. */
export function useCallMutation<C extends CallDefinition>(
  definition: C,
  { invalidates = [], onSuccess, message }: CallMutationOptions<C> = {},
): UseMutationResult<CallAnswer<C>, Error, CallInput<C>> {
  const invalidate = useInvalidation();
  return useMutation({
    mutationFn: (input: CallInput<C>) => call(definition, input, message === undefined ? {} : { message }),
    onSuccess: async (answer, input) => {
      await invalidate([definition, ...invalidates]);
      onSuccess?.(answer, input);
    },
  });
}
