import { z } from 'zod';
import {
  type CallAnswer,
  type CallDefinition,
  type CallInput,
  familyOfCall,
  isSchema,
} from '#db/api/call-definition.ts';
import { type ApiCall, callApi, failureOf, type QueryValues, queryText, send } from './client.ts';

/** How a call is sent, beside its input. */
export interface SendOptions {
  /** The error message when the server gives no reason. */
  message?: string;
  signal?: AbortSignal;
}

/** The input of any call; `CallInput` is the one of a certain call. */
interface AnyInput {
  params?: Readonly<Record<string, unknown>>;
  query?: QueryValues;
  body?: unknown;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

const fillPath = (path: string, params: AnyInput['params'] = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Return the address of a call, for a link, a download, an image or a stream of events. */
export function callUrl<C extends CallDefinition>(definition: C, input: Omit<CallInput<C>, 'body'>): string {
  // Checked by its type against the schemas of the call.
  const { params, query } = input as AnyInput;
  const search = queryText(query ?? {});
  return fillPath(definition.path, params) + (search ? `?${search}` : '');
}

/** Call the server. Throws an AppError whose message can be shown to users. */
export async function call<C extends CallDefinition>(
  definition: C,
  input: CallInput<C>,
  options: SendOptions = {},
): Promise<CallAnswer<C>> {
  // Checked by its type against the schemas of the call.
  const { params, query, body } = input as AnyInput;
  const request: Omit<ApiCall<z.ZodType>, 'answer'> = {
    path: fillPath(definition.path, params),
    method: METHODS[definition.method],
    data: body,
    ...(query ? { query } : {}),
    ...options,
  };
  const { answer } = definition;
  // The schema that parses the answer is the one that gives it its type.
  if (answer === undefined || isSchema(answer))
    return (await callApi({ ...request, answer: answer ?? z.undefined() })) as CallAnswer<C>;
  const response = await send({ ...request, accept: answer.mediaTypes.join(', ') });
  if (response.ok) return (await response.blob()) as CallAnswer<C>;
  throw failureOf(response.status, await response.json().catch(() => undefined), options.message);
}

/** Return the start of the keys of a family, for example `lab/batches`. */
export const familyKey = (family: string): readonly string[] => family.split('/');

/** Return the query key of a call: its family, its id and its input. No other function makes keys. */
export const callKey = <C extends CallDefinition>(
  definition: C,
  input?: CallInput<C>,
): readonly unknown[] => [
  ...familyKey(familyOfCall(definition)),
  definition.id,
  ...(input === undefined ? [] : [input]),
];
