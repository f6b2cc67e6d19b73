import type { Request, Response } from 'express';
import { type CallDefinition, isSchema, type SchemaOutput } from '#db/api/call-definition.ts';
import { type ApiCall, Created, type JsonRoute, type StreamRoute } from './api-route.ts';

/** A declared call with its parsed parts. */
export type ServedCall<C extends CallDefinition> = ApiCall<
  C['access'],
  SchemaOutput<C['params']>,
  SchemaOutput<C['query']>,
  SchemaOutput<C['body']>
>;

/** Mount a declared call: the handler gets the parsed parts and returns the answer. */
export function serveCall<C extends CallDefinition>(
  definition: C,
  handler: (call: ServedCall<C>, request: Request, response: Response) => Promise<unknown>,
): JsonRoute {
  const { method, path, access, params, query, body } = definition;
  const answer: JsonRoute['handler'] = async (call, request, response) => {
    // The schemas that give the handler its types are the ones that parse its call.
    const result = await handler(call as ServedCall<C>, request, response);
    return definition.status === 201 ? new Created(result) : result;
  };
  return {
    kind: 'json',
    method,
    path,
    access,
    params,
    query,
    body: isSchema(body) ? body : undefined,
    definition,
    handler: answer,
  };
}

/** Say which call a route that writes its own response belongs to. */
export const describeStream = (definition: CallDefinition, route: StreamRoute): StreamRoute => ({
  ...route,
  definition,
});
