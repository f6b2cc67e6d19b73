import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { requireOwnSession } from './session-gate.ts';

type QueryValue = string | number | boolean | Date | null | undefined;

/** Dates are sent as ISO text, lists are repeated, null is left out. */
export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** The error message when there was no answer. */
export const UNREACHABLE = 'The server cannot be reached. Try again when you are online.';

/** The options of a server call (specification section 7). */
export interface ApiCall<S extends z.ZodType> {
  path: string;
  query?: QueryValues;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  data?: unknown;
  /** The schema of the answer. */
  answer: S;
  /** The error message when the server gives no reason. */
  message?: string;
  signal?: AbortSignal;
}

const Failure = z.object({
  error: z.string().optional(),
  code: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Call the server and return its parsed answer. Throws an AppError whose message can be shown to users. */
export async function callApi<S extends z.ZodType>(call: ApiCall<S>): Promise<z.infer<S>> {
  const response = await send(call);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, body, call.message);
  const parsed = call.answer.safeParse(response.status === 204 ? undefined : body);
  if (!parsed.success) throw new AppError('INTERNAL', call.message ?? MESSAGES.unknownError);
  return parsed.data;
}

const bodyOf = (data: unknown) =>
  data === undefined
    ? { headers: {}, init: {} }
    : data instanceof Blob
      ? { headers: { 'content-type': data.type || 'application/octet-stream' }, init: { body: data } }
      : { headers: { 'content-type': 'application/json' }, init: { body: JSON.stringify(data) } };

/** Send a request with the own session; throws an AppError when there is no answer. */
export async function send({
  path,
  query,
  method = 'GET',
  data,
  accept = 'application/json',
  message,
  signal,
}: Omit<ApiCall<z.ZodType>, 'answer'> & { accept?: string }): Promise<Response> {
  await requireOwnSession(path);
  const search = queryText(query ?? {});
  const { headers, init } = bodyOf(data);
  try {
    return await fetch(search ? `${path}?${search}` : path, {
      method,
      credentials: 'same-origin',
      headers: { accept, ...headers },
      ...init,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AppError('UNAVAILABLE', message ?? UNREACHABLE);
  }
}

/** Format the query: dates as ISO, lists repeated, null and undefined left out. */
export function queryText(query: QueryValues): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of isList(value) ? value : [value]) {
      if (one === null || one === undefined) continue;
      search.append(key, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  return search.toString();
}

/** Format the sort parameter of the specification: `id:asc,name:desc`. */
export const sortText = (sort: readonly { id: string; desc: boolean }[]): string =>
  sort.map(({ id, desc }) => `${id}:${desc ? 'desc' : 'asc'}`).join(',');

const isList = (value: QueryValue | readonly QueryValue[]): value is readonly QueryValue[] =>
  Array.isArray(value);

/** Convert a refusing answer to an error with the server's reason, or the given one. */
export function failureOf(status: number, body: unknown, message?: string): AppError {
  const failure = Failure.safeParse(body);
  const failureBody = failure.success ? failure.data : {};
  const code =
    failureBody.code ??
    (status === 401
      ? 'UNAUTHENTICATED'
      : status === 403
        ? 'FORBIDDEN'
        : status >= 500
          ? 'UNAVAILABLE'
          : 'BAD_REQUEST');
  return new AppError(code, failureBody.error ?? message ?? MESSAGES.unknownError, failureBody.issues ?? []);
}
