import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';

/** Who may call: a grant of the table in db/access, every signed-in user, or everybody. There is no default. */
export type Access = Grant | 'session' | 'open';

type Schema = z.ZodType | undefined;

/** Content other than JSON, such as a file, a CSV export or a stream of events. */
export interface BinaryContent {
  /** Media types, for example `text/csv`. */
  mediaTypes: readonly [string, ...string[]];
}

type Content = Schema | BinaryContent;

/** Declare a body or an answer that is not JSON, by its media types. */
export const binary = (...mediaTypes: [string, ...string[]]): BinaryContent => ({ mediaTypes });

/** Report whether a body or an answer is JSON with a schema. */
export const isSchema = (content: unknown): content is z.ZodType =>
  typeof content === 'object' && content !== null && 'safeParse' in content;

/** One REST call: the server mounts it, the client calls by it, and the OpenAPI document describes it. */
export interface CallDefinition<
  A extends Access = Access,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Content = Content,
  Answer extends Content = Content,
> {
  /** Name of the call in the OpenAPI document: verb + object. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Whole path in Express 5 spelling, for example `/api/patients/:id`. */
  path: `/api/${string}`;
  access: A;
  /** One sentence on what the call does. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** Answer of a success; undefined when it has no content. */
  answer: Answer;
  /** Media types in which the call also answers, by a parameter of its query. */
  downloads: readonly string[];
  /** Status of a success. */
  status: 200 | 201 | 204;
  /** Codes of the rules that may refuse the call, beside those of the transport. */
  errors: readonly string[];
}

interface CallDeclaration<A, Params, Query, Body, Answer> {
  id: string;
  method: CallDefinition['method'];
  path: CallDefinition['path'];
  access: A;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer?: Answer;
  downloads?: readonly string[];
  /** 200 with an answer and 204 without one, unless given. */
  status?: 201;
  errors?: readonly string[];
}

/** Declare a call with the types of its schemas. */
export function defineCall<
  const A extends Access,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Content = undefined,
  Answer extends Content = undefined,
>(
  declaration: CallDeclaration<A, Params, Query, Body, Answer>,
): CallDefinition<A, Params, Query, Body, Answer> {
  const { params, query, body, answer, downloads, status, errors, ...rest } = declaration;
  // A schema that is left out is `undefined` in the type, too: its type parameter has that default.
  return {
    ...rest,
    params,
    query,
    body,
    answer,
    downloads: downloads ?? [],
    status: status ?? (answer === undefined ? 204 : 200),
    errors: errors ?? [],
  } as CallDefinition<A, Params, Query, Body, Answer>;
}

/** What a schema gives; undefined without a schema. */
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

type InputPart<Name extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : S extends BinaryContent
    ? { [K in Name]: Blob }
    : { [K in Name]?: undefined };

/** What a caller gives: the parts that the call has a schema for. */
export type CallInput<C extends CallDefinition> = InputPart<'params', C['params']> &
  InputPart<'query', C['query']> &
  InputPart<'body', C['body']>;

/** What a caller gets. */
export type CallAnswer<C extends CallDefinition> = C['answer'] extends BinaryContent
  ? Blob
  : SchemaOutput<C['answer']>;

/** Return the family of a call: that of its grant, otherwise the path before its first parameter. */
export function familyOfCall({ path, access }: Pick<CallDefinition, 'path' | 'access'>): string {
  if (access.includes(':')) return access.slice(0, access.lastIndexOf(':'));
  return path.replace(/^\/api\//, '').replace(/\/:.*$/, '');
}
