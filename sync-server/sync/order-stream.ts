import type { Request, Response } from 'express';
import { may } from '#db/access/grants.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import { streamEvents, watchOf } from './event-stream.ts';
import { OrderWatch } from './order-watch.ts';

/** A page that gets no stream reads again when it is shown. */
const MAX_STREAMS = 1_000;
const MAX_STREAMS_OF_USER = 8;

/** The open streams of a process, by user, in the order in which they were opened. */
const open = new WeakMap<object, { watch: OrderWatch; streams: Map<Response, string> }>();

function streamsOf(call: ApiCall) {
  const { pool } = call.services;
  const known = open.get(pool) ?? { watch: new OrderWatch(pool, watchOf(call)), streams: new Map() };
  open.set(pool, known);
  return known;
}

/** End the user's oldest streams, and refuse a new one when the process has too many. */
function makeRoom(streams: Map<Response, string>, userId: string): void {
  const own = [...streams].filter(([, owner]) => owner === userId);
  for (const [oldest] of own.slice(0, Math.max(0, own.length - MAX_STREAMS_OF_USER + 1))) {
    streams.delete(oldest);
    oldest.end();
  }
  if (streams.size >= MAX_STREAMS) throw new AppError('UNAVAILABLE', MESSAGES.unknownError);
}

/**
 * `GET /api/sync/orders`: names the visible orders that changed, at most once a second, so that online pages
 * read them again; carries no other data.
 */
export async function streamOrderChanges(call: ApiCall, request: Request, response: Response): Promise<void> {
  const { session, services } = call;
  if (!session || !(may(session.role, 'orders:read') || may(session.role, 'lab/orders:read')))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const { watch, streams } = streamsOf(call);
  makeRoom(streams, session.userId);
  const companyScope = await visibleCompanies(services.pool, session);
  const entities: readonly string[] = visibleEntities(session);
  streams.set(response, session.userId);
  response.once('close', () => streams.delete(response));
  await streamEvents({ call, session, request, response }, (sendEvent) =>
    watch.subscribe(session.lab.id, (changed) => {
      const orderIds = changed
        .filter(
          ({ companyId, entity }) =>
            entities.includes(entity) && (companyScope === 'all' || companyScope.includes(companyId)),
        )
        .map(({ id }) => id);
      if (orderIds.length > 0) sendEvent('orders', { orderIds });
    }),
  );
}
