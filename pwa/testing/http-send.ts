import http from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Send } from '#pwa/replica/sync-api.ts';

/** Send each request over a separate connection, so that a network fault hits exactly one request. */
export const httpSend =
  (origin: () => string, headers: Record<string, string>): Send =>
  (path, init) =>
    new Promise<Response>((resolve, reject) => {
      const body = typeof init.body === 'string' || init.body instanceof Uint8Array ? init.body : undefined;
      const request = http.request(`${origin()}${path}`, {
        agent: false,
        method: init.method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-encoding': 'gzip',
          ...headers,
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
        },
        ...(init.signal ? { signal: init.signal } : {}),
      });
      const fail = (error: Error) => reject(new TypeError('The network failed.', { cause: error }));
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('aborted', () => fail(new Error('aborted')));
        response.on('end', () => {
          const type = response.headers['content-type'] ?? '';
          contentOf(response, Buffer.concat(chunks)).then(
            (content) =>
              resolve(
                new Response(response.statusCode === 204 ? null : content, {
                  status: response.statusCode ?? 500,
                  headers: { 'content-type': type },
                }),
              ),
            fail,
          );
        });
      });
      request.end(body);
    });

const unpacked = promisify(gunzip);

/** Decompress the content as a browser does: truncated compressed content is no answer. */
const contentOf = async ({ headers }: http.IncomingMessage, body: Buffer): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(headers['content-encoding'] === 'gzip' ? await unpacked(body) : body);
