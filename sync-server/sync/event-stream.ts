import type { Request, Response } from 'express';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { HeadWatch } from './head-watch.ts';

const HEARTBEAT_MS = 15_000;

const WATCHES = new WeakMap<object, HeadWatch>();

/** Return the watch of this process over the heads of its labs. */
export function watchOf({ services }: Pick<ApiCall, 'services'>): HeadWatch {
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

interface StreamedCall {
  call: ApiCall;
  session: Session;
  request: Request;
  response: Response;
}

/**
 * Send server-sent events until the client, the session or the server ends; a heartbeat every 15 seconds shows
 * that the connection lives. `subscribe` returns the function that ends its subscription.
 */
export async function streamEvents(
  { call, session, request, response }: StreamedCall,
  subscribe: (send: (event: string, data: object) => void) => Promise<() => void>,
): Promise<void> {
  const { services } = call;
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
  const unsubscribe = await subscribe(sendEvent).catch(() => {
    response.end();
    return () => undefined;
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
