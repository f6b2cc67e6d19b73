import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';

/** Who may call: a grant of the table in db/access, every signed-in user, or everybody. There is no default. */
export type Access = Grant | 'session' | 'open';

type Schema = z.ZodType | undefined;

/** One REST call: the server mounts it, the client calls by it, and the OpenAPI document describes it. */
export interface CallDefinition<
  A extends Access = Access,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
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
  /** JSON of a success; undefined when the answer has no content. */
  answer: Answer;
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
  /** 200 with an answer and 204 without one, unless given. */
  status?: 201;
  errors?: readonly string[];
}

/** Declare a call with the types of its schemas. */
export function defineCall<
  const A extends Access,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Answer extends Schema = undefined,
>(
  declaration: CallDeclaration<A, Params, Query, Body, Answer>,
): CallDefinition<A, Params, Query, Body, Answer> {
  const { params, query, body, answer, status, errors, ...rest } = declaration;
  // A schema that is left out is `undefined` in the type, too: its type parameter has that default.
  return {
    ...rest,
    params,
    query,
    body,
    answer,
    status: status ?? (answer === undefined ? 204 : 200),
    errors: errors ?? [],
  } as CallDefinition<A, Params, Query, Body, Answer>;
}

/** What a schema reads; undefined without a schema. */
export type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a schema gives; undefined without a schema. */
export type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

type InputPart<Name extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : { [K in Name]?: undefined };

/** What a caller gives: the parts that the call has a schema for. */
export type CallInput<C extends CallDefinition> = InputPart<'params', C['params']> &
  InputPart<'query', C['query']> &
  InputPart<'body', C['body']>;

/** What a caller gets. */
export type CallAnswer<C extends CallDefinition> = SchemaOutput<C['answer']>;
