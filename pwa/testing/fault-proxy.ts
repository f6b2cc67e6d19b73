import net from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Join the chunks of a chunked body. */
function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, line).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/**
 * Return an answer whose frame is complete and whose content is not: a proxy gave up and closed the
 * compressed body cleanly. Only decompression can detect it.
 */
export function withShortBody(answer: Buffer): Buffer {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return answer;
  const head = answer.subarray(0, end).toString('latin1');
  const raw = answer.subarray(end + HEAD_END.length);
  const body = /^transfer-encoding:\s*chunked/im.test(head) ? dechunked(raw) : raw;
  const short = body.subarray(0, Math.floor(body.length * 0.7));
  const headerLines = head
    .split('\r\n')
    .filter((line) => !/^(transfer-encoding|content-length):/i.test(line))
    .join('\r\n');
  return Buffer.concat([
    Buffer.from(`${headerLines}\r\nContent-Length: ${short.length}${HEAD_END}`, 'latin1'),
    short,
  ]);
}

/** Pass on the upstream answer when it is complete, with a part of its body missing. */
function shorten(client: net.Socket, upstream: net.Socket): void {
  const chunks: Buffer[] = [];
  upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
  upstream.on('end', () => client.end(withShortBody(Buffer.concat(chunks))));
}

/** The network fault of one connection. */
export const FAULTS = [
  'none',
  'request lost',
  'response lost',
  'delay',
  'reset in the answer',
  'half open',
  'answer never comes',
  'request cut short',
  'answer cut short',
  'gzip cut short',
  'duplicate',
  'duplicate afterwards',
  'answer 502',
  'answer 503',
  'answer 429',
  'captive portal',
] as const;
export type Fault = (typeof FAULTS)[number];

/** A TCP proxy in front of the server that applies the result of `decide` to each connection. */
export interface FaultProxy {
  origin: string;
  /** The local port of the server behind the proxy; a later server replaces it. */
  target: number;
  decide: () => Fault;
  /** The fault of one request, identified by its first line, on an otherwise working connection. */
  spoil: ((firstLine: string) => 'request lost' | 'response lost' | null) | null;
  /** Break every open connection, streams too. */
  hangUp(): void;
  close(): Promise<void>;
}

const DELAY_MS = 30;

const canned = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

const ANSWERS: Partial<Record<Fault, string>> = {
  'answer 502': canned('502 Bad Gateway', 'text/html', '<h1>Bad gateway</h1>'),
  'answer 503': canned('503 Service Unavailable', 'application/json', '{"error":"Try again later."}'),
  'answer 429': canned('429 Too Many Requests', 'application/json', '{"error":"Too many requests."}'),
  'captive portal': canned('200 OK', 'text/html', '<h1>Welcome to the clinic WLAN</h1>'),
};

/** Start a proxy to a local port. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<net.Socket>();
  const proxy: FaultProxy = {
    origin: '',
    target: targetPort,
    decide: () => 'none',
    spoil: null,
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => undefined,
  };
  const server = net.createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => sockets.delete(client));
    const fault = proxy.decide();
    if (fault === 'none' && proxy.spoil) carryRequests(client, connect(proxy.target, sockets), proxy.spoil);
    else carry(client, proxy.target, fault, sockets);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  proxy.origin = `http://127.0.0.1:${address.port}`;
  proxy.close = async () => {
    proxy.hangUp();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return proxy;
}

function carry(client: net.Socket, port: number, fault: Fault, sockets: Set<net.Socket>): void {
  const answer = ANSWERS[fault];
  if (answer !== undefined) {
    client.once('data', () => client.end(answer));
    return;
  }
  if (fault === 'request lost') {
    client.once('data', () => client.destroy());
    return;
  }
  // Bytes go in and no answer ever returns: only the device's own timeout ends it.
  if (fault === 'half open') return;
  const upstream = connect(port, sockets);
  client.on('close', () => upstream.destroy());
  if (fault !== 'answer never comes') breakWith(client, upstream);
  if (fault === 'duplicate') repeat(client, port, sockets);
  if (fault === 'duplicate afterwards') repeatLater(client, port, sockets);
  const forward = () => (fault === 'request cut short' ? cutShort(client, upstream) : client.pipe(upstream));
  if (fault === 'delay') setTimeout(forward, DELAY_MS);
  else forward();
  receive(client, upstream, fault);
}

/** Requests of one connection are sequential, and each starts a chunk. */
function carryRequests(
  client: net.Socket,
  upstream: net.Socket,
  spoil: NonNullable<FaultProxy['spoil']>,
): void {
  client.on('close', () => upstream.destroy());
  breakWith(client, upstream);
  upstream.pipe(client);
  client.on('data', (chunk: Buffer) => {
    const fault = spoil(chunk.toString('latin1', 0, Math.max(chunk.indexOf('\r\n'), 0)));
    if (fault === 'request lost') return void client.destroy();
    if (fault === 'response lost') {
      upstream.unpipe(client);
      upstream.once('data', () => client.destroy());
    }
    upstream.write(chunk);
  });
}

/**
 * A request may reach the server while it closes the idle connection: the proxy must pass the reset on, as a
 * real network does. Otherwise a browser waits for that answer forever instead of retrying.
 */
function breakWith(client: net.Socket, upstream: net.Socket): void {
  upstream.on('error', () => client.destroy());
}

function receive(client: net.Socket, upstream: net.Socket, fault: Fault): void {
  if (fault === 'answer never comes') {
    // Only one direction works: the work is done, and the device gets no answer until its own timeout.
    upstream.resume();
  } else if (fault === 'answer cut short') {
    upstream.once('data', (chunk: Buffer) => client.end(chunk.subarray(0, Math.ceil(chunk.length * 0.7))));
  } else if (fault === 'gzip cut short') {
    shorten(client, upstream);
  } else if (fault === 'response lost') {
    upstream.once('data', () => client.destroy());
  } else if (fault === 'reset in the answer') {
    upstream.once('data', (chunk: Buffer) => {
      client.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => client.resetAndDestroy());
    });
  } else {
    upstream.pipe(client);
  }
}

/** The same bytes reach the server twice; the second answer is dropped. */
function repeat(client: net.Socket, port: number, sockets: Set<net.Socket>): void {
  const second = connect(port, sockets);
  second.resume();
  client.on('data', (chunk: Buffer) => second.write(chunk));
}

function connect(port: number, sockets: Set<net.Socket>): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
  return socket;
}

/** Half of a request reaches the server, then the connection is closed. */
function cutShort(client: net.Socket, upstream: net.Socket): void {
  client.once('data', (chunk: Buffer) => {
    upstream.end(chunk.subarray(0, Math.floor(chunk.length / 2)));
  });
}

/** The same bytes arrive again after the device has continued: out of order. */
function repeatLater(client: net.Socket, port: number, sockets: Set<net.Socket>): void {
  const chunks: Buffer[] = [];
  client.on('data', (chunk: Buffer) => chunks.push(chunk));
  client.on('close', () => {
    const second = connect(port, sockets);
    second.resume();
    second.end(Buffer.concat(chunks));
  });
}
