import type { Request, Response } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import { HeadWatch } from './head-watch.ts';
import { collectionsOf } from './scope.ts';

const HEARTBEAT_MS = 15_000;

const WATCHES = new WeakMap<object, HeadWatch>();

function watchOf({ services }: ApiCall): HeadWatch {
  let watch = WATCHES.get(services.pool);
  if (!watch) {
    const started = new HeadWatch(services.pool);
    services.stopping.addEventListener('abort', () => started.stop().catch(() => undefined), { once: true });
    WATCHES.set(services.pool, started);
    watch = started;
  }
  return watch;
}

const message = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * `GET /api/sync/stream`: reports each move of the head, and a heartbeat every 15 seconds; never carries
 * data.
 */
export async function streamPokes(call: ApiCall, request: Request, response: Response): Promise<void> {
  const { session, services } = call;
  if (!session || collectionsOf(session).length === 0) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  // An ended stream exists until its last bytes are sent; writing to it then is an error.
  const sendEvent = (event: string, data: object): void => {
    if (!response.writableEnded) response.write(message(event, data));
  };
  const unsubscribe = await watchOf(call)
    .subscribe(session.lab.id, (rev) => sendEvent('poke', { rev }))
    .catch(() => {
      response.end();
      return () => false;
    });
  // The client left meanwhile; its close event has already fired, so nothing may be registered.
  if (response.closed) {
    unsubscribe();
    return;
  }
  const endWithSession = () =>
    services
      .readSession(request)
      .then((now) => now?.userCompanyId === session.userCompanyId || response.end())
      .catch(() => response.end());
  const stopWatching = watchOf(call).onEnded((id) => {
    if (id === session.userCompanyId || id === session.userId) void endWithSession();
  });
  const heartbeat = setInterval(() => {
    sendEvent('heartbeat', {});
    void endWithSession();
  }, HEARTBEAT_MS);
  const close = () => response.end();
  services.stopping.addEventListener('abort', close, { once: true });
  response.once('close', () => {
    clearInterval(heartbeat);
    stopWatching();
    unsubscribe();
    services.stopping.removeEventListener('abort', close);
  });
  if (services.stopping.aborted) response.end();
}
