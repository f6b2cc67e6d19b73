import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { requireOwnSession } from './session-gate.ts';

type QueryValue = string | number | boolean | Date | null | undefined;

/** Said when no answer came. */
export const UNREACHABLE = 'The server cannot be reached. Try again when you are online.';

/** What a call to the server needs (specification section 7). */
export interface ApiCall<S extends z.ZodType> {
  path: string;
  /** Dates go as ISO text, lists are repeated, null is left out. */
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  data?: unknown;
  /** What the answer must look like. */
  answer: S;
  /** Said when the server gives no reason of its own. */
  message?: string;
  signal?: AbortSignal;
}

const Failure = z.object({
  error: z.string().optional(),
  code: z.string().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Calls the server and returns its parsed answer; throws an AppError whose message is fit to be shown. */
export async function callApi<S extends z.ZodType>(call: ApiCall<S>): Promise<z.infer<S>> {
  const response = await send(call);
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, body, call.message);
  const parsed = call.answer.safeParse(response.status === 204 ? undefined : body);
  if (!parsed.success) throw new AppError('INTERNAL', call.message ?? MESSAGES.unknownError);
  return parsed.data;
}

async function send<S extends z.ZodType>({
  path,
  query,
  method = 'GET',
  data,
  message,
  signal,
}: ApiCall<S>): Promise<Response> {
  await requireOwnSession(path);
  const search = queryText(query ?? {});
  try {
    return await fetch(search ? `${path}?${search}` : path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(data === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new AppError('UNAVAILABLE', message ?? UNREACHABLE);
  }
}

/** The query as text: dates as ISO, lists repeated, null and undefined left out. */
export function queryText(query: Record<string, QueryValue | readonly QueryValue[]>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of isList(value) ? value : [value]) {
      if (one === null || one === undefined) continue;
      search.append(key, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  return search.toString();
}

/** Sort parameter of the specification: `id:asc,name:desc`. */
export const sortText = (sort: readonly { id: string; desc: boolean }[]): string =>
  sort.map(({ id, desc }) => `${id}:${desc ? 'desc' : 'asc'}`).join(',');

const isList = (value: QueryValue | readonly QueryValue[]): value is readonly QueryValue[] =>
  Array.isArray(value);

/** What is told of an answer that refuses: the server's own reason, else the given one. */
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
