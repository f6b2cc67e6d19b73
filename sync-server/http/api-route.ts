import type { Request, Response, Router } from 'express';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { ReadSession, Session } from './session.ts';

/** What every handler gets of the running server. */
export interface AppServices {
  pool: Pool;
  env: Env;
  logger: Logger;
  readSession: ReadSession;
  now(): Date;
  /** Aborts when the server begins to stop, so that open streams end. */
  stopping: AbortSignal;
}

type Parsed<S> = S extends z.ZodType ? z.infer<S> : undefined;

/** A parsed, authorized call. `session` is null only on an open route. */
export interface ApiCall<A extends Access = Access, P = unknown, Q = unknown, B = unknown> {
  session: A extends 'open' ? Session | null : Session;
  entity: BusinessEntity;
  params: P;
  query: Q;
  body: B;
  services: AppServices;
  requestId: string;
  logger: Logger;
  /** Aborts when the client disconnects before the response. */
  clientSignal: AbortSignal;
}

/** A call with a session. */
export type SignedInCall = ApiCall<Exclude<Access, 'open'>>;

interface RouteHead {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Whole path in Express 5 spelling, for example `/api/lab/samples/:id`. */
  path: `/api/${string}`;
  access: Access;
  /** The declaration of the call; a row without one is not described yet. */
  definition?: CallDefinition;
}

/**
 * The usual row: zod schemas for the input and a handler whose result is sent as JSON (200; `created(x)` 201;
 * `undefined` 204). The handler cannot read a part without a schema.
 */
export interface JsonRoute extends RouteHead {
  kind: 'json';
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  handler(call: ApiCall<Access, never, never, never>, request: Request, response: Response): Promise<unknown>;
}

/** A row that writes the response itself (server-sent events, downloads); session and grant are already checked. */
export interface StreamRoute extends RouteHead {
  kind: 'stream';
  handler(call: ApiCall, request: Request, response: Response): Promise<void> | void;
}

/**
 * An Express router below a path (sign-in); `ownCsrf` if it checks its own token and parses its own bodies.
 */
export interface RouterRoute {
  kind: 'router';
  path: `/api/${string}`;
  access: Access;
  ownCsrf: boolean;
  /** The calls that the router answers. */
  definitions: readonly CallDefinition[];
  router(services: AppServices): Router;
}

export type ApiRoute = JsonRoute | StreamRoute | RouterRoute;

/** Declare a JSON row with the types of its schemas. */
export function jsonRoute<
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(row: {
  method: RouteHead['method'];
  path: RouteHead['path'];
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  handler(call: ApiCall<A, Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<unknown>;
}): JsonRoute {
  // The schemas that type the handler also parse its call, so this narrowing is safe.
  return { kind: 'json', params: undefined, query: undefined, body: undefined, ...row } as JsonRoute;
}

/** Declare a row that writes its own response, for example a stream of server-sent events. */
export function streamRoute<const A extends Access>(row: {
  method: RouteHead['method'];
  path: RouteHead['path'];
  access: A;
  definition?: CallDefinition;
  handler(call: ApiCall<A>, request: Request, response: Response): Promise<void> | void;
}): StreamRoute {
  // Callers without a session are refused before the handler of a row that is not open.
  return { kind: 'stream', ...row } as StreamRoute;
}

/** Declare a router below a path. */
export const routerRoute = (
  row: Omit<RouterRoute, 'kind' | 'definitions'> & Partial<Pick<RouterRoute, 'definitions'>>,
): RouterRoute => ({ kind: 'router', definitions: [], ...row });

/** Wrap a handler's result for a 201 response. */
export class Created {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Send 201 with the value. */
export const created = (value: unknown): Created => new Created(value);
