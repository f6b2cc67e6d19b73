import http from 'node:http';

/** A request that a test sends byte for byte, however invalid. */
export interface RawCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Send a request and return its status; a stream is closed once it starts. 0 if the server hung up. */
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
    // The server may cut off a refused body during sending; the earlier response counts.
    call.on('error', () => setImmediate(() => resolve(0)));
    call.end(body ?? undefined);
  });
}
