import type { Request, RequestHandler } from 'express';
import { type Action, FAMILIES, type Family, type Grant } from '#db/access/families.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { entityOfHost } from '#sync-server/config/entity-addresses.ts';
import { recordAttempt, recordPerson } from './access-refusals.ts';
import type { ApiRoute, AppServices } from './api-route.ts';
import { countPerson } from './request-limits.ts';
import { requireGrant, requireSession } from './require-access.ts';

const ACTION_OF: Readonly<Record<string, Action>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

const LONGEST_FIRST: readonly Family[] = [...FAMILIES].sort((a, b) => b.length - a.length);

/** Find the family of a path: the longest whose name the path starts with. */
export function familyOf(path: string): Family | null {
  const rest = path.replace(/^\/api\//, '').replace(/\/+$/, '');
  return LONGEST_FIRST.find((family) => rest === family || rest.startsWith(`${family}/`)) ?? null;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Report whether a path matches a row; a router matches everything that starts with its path. */
function fits(route: ApiRoute, address: readonly string[]): boolean {
  const path = segmentsOf(route.path);
  if (route.kind === 'router' ? path.length > address.length : path.length !== address.length) return false;
  return path.every((segment, index) => segment.startsWith(':') || segment === address[index]);
}

/** Report whether a row of this family matches the path; rows of other families do not count. */
function findRoute(routes: readonly ApiRoute[]): (family: Family, request: Request) => boolean {
  const rows = new Map<Family, ApiRoute[]>();
  for (const route of routes) {
    const family = familyOf(route.path);
    if (family) rows.set(family, [...(rows.get(family) ?? []), route]);
  }
  return (family, { method, path }) => {
    const effectiveMethod = method === 'HEAD' ? 'GET' : method;
    const address = segmentsOf(path);
    return (rows.get(family) ?? []).some(
      (route) =>
        (route.kind === 'router' || route.method.toUpperCase() === effectiveMethod) && fits(route, address),
    );
  };
}

/** Respond for a family without a matching row: 403 for callers without the grant, 404 for others. */
async function answerFor(family: Family, action: Action, request: Request, services: AppServices) {
  const grant: Grant = `${family}:${action}`;
  recordAttempt(request, request.path, grant);
  const entity = entityOfHost(request.get('host'), services.env.ENTITY_HOSTS);
  const session = await requireSession(request, services.readSession, entity);
  Object.assign(request, { userId: session.userId });
  recordPerson(request, session);
  countPerson(request, session);
  requireGrant(session, grant);
  throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

/**
 * Handle calls that a family does not offer, before the rows run. Without it, `GET /api/lab/batches/override`
 * would be read as a batch with that name.
 */
export function guardFamilies(routes: readonly ApiRoute[], services: AppServices): RequestHandler {
  const isAnswered = findRoute(routes);
  return async (request, _response, next) => {
    const family = request.path.startsWith('/api/') ? familyOf(request.path) : null;
    const action = ACTION_OF[request.method];
    if (!family || !action || isAnswered(family, request)) return next();
    await answerFor(family, action, request, services);
  };
}

/** Handle paths of a family that no row matched, after the rows: 403 comes before 404. */
export function guardRemainingPaths(services: AppServices): RequestHandler {
  return async (request, _response, next) => {
    const family = request.path.startsWith('/api/') ? familyOf(request.path) : null;
    const action = ACTION_OF[request.method];
    if (!family || !action) return next();
    await answerFor(family, action, request, services);
  };
}

/**
 * Families without a route: callers without the grant are refused, others get 404. A test keeps the list
 * exact; a family leaves it with its first route.
 */
export const FAMILIES_NOT_SERVED: readonly Family[] = ['lab/measurement-unit', 'lab/studies'];
