import { createServer, type RequestListener, type Server } from 'node:http';
import type { Env } from '#sync-server/config/env.ts';

/** Time limit for headers, because a slow client holds a connection; `http/slow-bodies.ts` limits bodies. */
const HEADERS_MS = 30_000;

/** Listen as configured and return the port, or throw an error whose message is one line. */
export function listen(server: Server, env: Pick<Env, 'HOST' | 'PORT'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = `${env.HOST}:${env.PORT}`;
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(`Port ${env.PORT} is in use. Stop the program that uses it, or set PORT to another one.`),
        );
      } else if (error.code === 'EACCES')
        reject(new Error(`This user may not listen on ${address}. Set PORT above 1023.`));
      else
        reject(
          new Error(`Cannot listen on ${address} (${error.code ?? error.message}). Check HOST and PORT.`),
        );
    });
    server.listen(env.PORT, env.HOST, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : env.PORT);
    });
  });
}

/**
 * Open the port first, so that a second start fails at once without side effects; until ready it answers so.
 */
export function openPort(): { server: Server; serve(app: RequestListener): void } {
  let app: RequestListener | null = null;
  // The app answers a request without Host with a helpful text; Node itself would send none.
  const server = createServer(
    { requireHostHeader: false, headersTimeout: HEADERS_MS },
    (request, response) => {
      if (app) return void app(request, response);
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
      response.end(
        '{"error":"The server is starting. Try again in a moment.","code":"UNAVAILABLE","issues":[]}',
      );
    },
  );
  return {
    server,
    serve: (ready) => {
      app = ready;
    },
  };
}
