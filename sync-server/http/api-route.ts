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

/** A parsed, authorised call. `session` is null only on an open route. */
export interface ApiCall<A extends Access = Access, P = unknown, Q = unknown, B = unknown> {
  session: A extends 'open' ? Session | null : Session;
  entity: BusinessEntity;
  params: P;
  query: Q;
  body: B;
  services: AppServices;
  requestId: string;
  logger: Logger;
  /** Aborted when the client went before it was answered. */
  clientSignal: AbortSignal;
}

/** A call of somebody with a session. */
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
 * The usual row: zod schemas for what comes in, a handler that returns what goes out as JSON
 * (200; `created(x)` 201; `undefined` 204). A part without schema is not readable by the handler.
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

/** A whole Express router below a path (sign-in); `ownCsrf` when it checks a token of its own and reads its own bodies. */
export interface RouterRoute {
  kind: 'router';
  path: `/api/${string}`;
  access: Access;
  ownCsrf: boolean;
  router(services: AppServices): Router;
}

export type ApiRoute = JsonRoute | StreamRoute | RouterRoute;

/** Declares a JSON row with the types of its schemas. */
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
  // The schemas that give the handler its types are the ones that parse its call, so narrowing it here is safe.
  return { kind: 'json', params: undefined, query: undefined, body: undefined, ...row } as JsonRoute;
}

/** Declares a row that answers by itself, for example a stream of server-sent events. */
export function streamRoute<const A extends Access>(row: {
  method: RouteHead['method'];
  path: RouteHead['path'];
  access: A;
  definition?: CallDefinition;
  handler(call: ApiCall<A>, request: Request, response: Response): Promise<void> | void;
}): StreamRoute {
  // Whoever has no session is refused before the handler of a row that is not open.
  return { kind: 'stream', ...row } as StreamRoute;
}

/** Declares a router below a path. */
export const routerRoute = (row: Omit<RouterRoute, 'kind'>): RouterRoute => ({ kind: 'router', ...row });

/** Wraps a handler's result to be answered with 201. */
export class Created {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Answers 201 with the value. */
export const created = (value: unknown): Created => new Created(value);
