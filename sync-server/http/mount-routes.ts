import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ACTIONS, FAMILIES } from '#db/access/families.ts';
import type { Access } from '#db/api/call-definition.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { entityOfHost } from '#sync-server/config/entity-addresses.ts';
import { recordAttempt, recordPerson } from './access-refusals.ts';
import {
  type ApiCall,
  type ApiRoute,
  type AppServices,
  Created,
  type JsonRoute,
  type RouterRoute,
  type StreamRoute,
} from './api-route.ts';
import { guardFamilies, guardRemainingPaths } from './family-guard.ts';
import { checkAnswer, parseInput } from './parse.ts';
import { countPerson } from './request-limits.ts';
import { nameRoute } from './request-log.ts';
import { requireGrant, requireSession } from './require-access.ts';
import type { Session } from './session.ts';

const KNOWN_ACCESS: ReadonlySet<string> = new Set([
  'open',
  'session',
  ...FAMILIES.flatMap((family) => ACTIONS.map((action) => `${family}:${action}`)),
]);

/** Throw at start if a row has no known access, or if two rows share a method and path. */
function checkRoutes(routes: readonly ApiRoute[]): void {
  const routeNames = new Set<string>();
  for (const route of routes) {
    const name = route.kind === 'router' ? route.path : `${route.method.toUpperCase()} ${route.path}`;
    if (!KNOWN_ACCESS.has(route.access))
      throw new Error(`Route ${name} names no grant. Give it one of db/access/grants.ts.`);
    if (routeNames.has(name)) throw new Error(`Route ${name} is declared twice.`);
    routeNames.add(name);
  }
}

function registerPerson(request: Request, session: Session): void {
  recordPerson(request, session);
  countPerson(request, session);
}

/** Check the session and grant of a call before any of the request is parsed. */
async function authorizeCall(
  request: Request,
  access: Access,
  services: AppServices,
  entity: BusinessEntity,
) {
  if (access === 'open') {
    const known = request.headers.cookie ? await services.readSession(request) : null;
    if (known) registerPerson(request, known);
    return known;
  }
  const session = await requireSession(request, services.readSession, entity);
  Object.assign(request, { userId: session.userId });
  registerPerson(request, session);
  if (access !== 'session') requireGrant(session, access);
  return session;
}

async function openCall(
  request: Request,
  response: Response,
  route: JsonRoute | StreamRoute,
  services: AppServices,
): Promise<ApiCall> {
  const abortController = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abortController.abort();
  });
  nameRoute(request, route.path, request.params);
  recordAttempt(request, route.path, route.access, true);
  const entity = entityOfHost(request.get('host'), services.env.ENTITY_HOSTS);
  const session = await authorizeCall(request, route.access, services, entity);
  const requestId = String(request.id);
  return {
    // Null only on an open route, whose handler type allows it.
    session: session as Session,
    entity,
    params: request.params,
    query: request.query,
    body: request.body,
    services,
    requestId,
    logger: services.logger.child({ requestId }),
    clientSignal: abortController.signal,
  };
}

const part = (schema: JsonRoute['body'], input: unknown): unknown =>
  schema ? parseInput(schema, input) : undefined;

function send(response: Response, result: unknown): void {
  if (result === undefined) response.status(204).end();
  else if (result instanceof Created) response.status(201).json(result.value);
  else response.json(result);
}

function jsonHandler(route: JsonRoute, services: AppServices): RequestHandler {
  return async (request, response) => {
    const call = await openCall(request, response, route, services);
    const params = part(route.params, call.params);
    const query = part(route.query, call.query);
    const body = part(route.body, call.body ?? {});
    // Parsed by the row's own schemas, from which `jsonRoute` typed the handler.
    const typed = { ...call, params, query, body } as Parameters<JsonRoute['handler']>[0];
    const result = await route.handler(typed, request, response);
    checkAnswer(route.definition, result);
    send(response, result);
  };
}

function streamHandler(route: StreamRoute, services: AppServices): RequestHandler {
  return async (request, response) => {
    await route.handler(await openCall(request, response, route, services), request, response);
  };
}

function mountRouter(api: Router, route: RouterRoute, services: AppServices): void {
  const guard: RequestHandler = async (request, _response, next) => {
    recordAttempt(request, route.path, route.access);
    const entity = entityOfHost(request.get('host'), services.env.ENTITY_HOSTS);
    await authorizeCall(request, route.access, services, entity);
    next();
  };
  if (route.access === 'open') api.use(route.path, route.router(services));
  else api.use(route.path, guard, route.router(services));
}

/** Build the router of all rows; the table is checked first, so a row without access stops the start. */
export function mountRoutes(routes: readonly ApiRoute[], services: AppServices): Router {
  checkRoutes(routes);
  const api = Router({ caseSensitive: true });
  api.use(guardFamilies(routes, services));
  for (const route of routes) {
    if (route.kind === 'router') mountRouter(api, route, services);
    else if (route.kind === 'json') api[route.method](route.path, jsonHandler(route, services));
    else api[route.method](route.path, streamHandler(route, services));
  }
  api.use(guardRemainingPaths(services));
  return api;
}

/** Report whether a path belongs to a router that parses forms under its own token, and to no row. */
export function formPaths(routes: readonly ApiRoute[]): (path: string) => boolean {
  const rows = new Set<string>(routes.flatMap((route) => (route.kind === 'router' ? [] : [route.path])));
  const routers = routes.flatMap((route) => (route.kind === 'router' && route.ownCsrf ? [route.path] : []));
  return (path) => !rows.has(path) && routers.some((start) => path.startsWith(`${start}/`));
}
