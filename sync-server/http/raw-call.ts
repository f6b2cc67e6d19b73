import http from 'node:http';

/** A request byte for byte as a test wants it, however wrong. */
export interface RawCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Sends it and answers the status; a stream is left as soon as it has begun. 0 when the server hung up. */
export function rawCall(port: number, { method, path, headers, body }: RawCall): Promise<number> {
  return new Promise((resolve) => {
    const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const call = http.request(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
        if (isStream) answer.destroy();
        answer.resume();
        answer.once('close', () => resolve(answer.statusCode ?? 0));
      },
    );
    // A refused body may be cut off while it is still being sent; the answer that came before it counts.
    call.on('error', () => setImmediate(() => resolve(0)));
    call.end(body ?? undefined);
  });
}
