import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type LabServer, startProcess } from '#scripts/bench/start-lab-server.ts';

// The floor of the figures over HTTP: a server without sign-in, rules and database that answers the same
// requests with stored pages. Each page is made and compressed once, whoever asks for it.

const THIS_FILE = fileURLToPath(import.meta.url);
const LIMIT = 1_000;
const GENERATION = 'bare';
const HEARTBEAT_MS = 15_000;

/** Start the bare server; `document` is the JSON of one revision. */
export const startBareServer = (document: string): Promise<LabServer> => startProcess(THIS_FILE, [document]);

const pack = promisify(brotliCompress);

class BareFeed {
  head = 1;
  private readonly streams = new Set<http.ServerResponse>();
  private readonly pages = new Map<string, Promise<Buffer>>();
  private readonly document: string;

  constructor(document: string) {
    this.document = document;
    setInterval(() => this.write('event: heartbeat\ndata: {}\n\n'), HEARTBEAT_MS).unref();
  }

  page(cursor: number): Promise<Buffer> {
    const to = Math.min(cursor + LIMIT, this.head);
    const key = `${cursor} ${to} ${this.head}`;
    const known = this.pages.get(key) ?? this.makePage(cursor, to);
    this.pages.set(key, known);
    return known;
  }

  private makePage(cursor: number, to: number): Promise<Buffer> {
    const documents = Array.from({ length: to - cursor }, (_, k) =>
      this.document.replaceAll('bench-tube-', `bench-tube-${cursor + k}`),
    );
    const start = `{"generation":"${GENERATION}","cursor":${to},"head":${this.head},"more":${to < this.head},`;
    const text = `${start}"documents":[${documents.join(',')}],"departed":[]}`;
    return pack(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  }

  open(response: http.ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(this.poke());
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
  }

  advance(revisions: number): void {
    this.head += revisions;
    this.write(this.poke());
  }

  private poke(): string {
    return `event: poke\ndata: {"rev":${this.head}}\n\n`;
  }

  private write(text: string): void {
    for (const response of this.streams) response.write(text);
  }
}

function answer(response: http.ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function handle(feed: BareFeed, request: http.IncomingMessage, response: http.ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (pathname === '/api/sync/stream') return feed.open(response);
  if (pathname === '/api/sync/devices')
    return answer(response, { deviceId: 'bare', generation: GENERATION, expectedN: 1 });
  if (pathname === '/api/sync/snapshot') return answer(response, { generation: GENERATION, head: feed.head });
  if (pathname === '/advance') {
    feed.advance(Number(searchParams.get('revisions')));
    return answer(response, {});
  }
  if (pathname === '/api/sync/operations') {
    const { operations }: { operations: unknown[] } = JSON.parse(Buffer.concat(chunks).toString());
    const first = feed.head + 1;
    feed.advance(operations.length);
    const verdicts = operations.map((_, k) => ({ outcome: 'APPLIED', message: null, rev: first + k }));
    return answer(response, { verdicts });
  }
  const page = await feed.page(Number(searchParams.get('cursor')));
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' });
  response.end(page);
}

const document = process.argv[2];
if (process.argv[1] === THIS_FILE && document) {
  const feed = new BareFeed(document);
  const server = http.createServer((request, response) => void handle(feed, request, response));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') console.log(`ready on http://127.0.0.1:${address.port}`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
