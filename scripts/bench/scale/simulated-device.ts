import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { z } from 'zod';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';

/** Milliseconds of the clock that all processes of this machine share. */
export const sharedClock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The address of a server, and the cookie of a session there. */
export interface Connection {
  url: string;
  cookie: string;
}

/** A revision that a device reached, or that a poke named, and when. */
export type Arrival = readonly [rev: number, at: number];

// Every request of a process shares these connections; streams have their own.
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const Enrolled = z.object({ deviceId: z.string(), generation: z.string(), expectedN: z.int() });
const PageHead = z.object({ generation: z.string(), cursor: z.int(), head: z.int(), more: z.boolean() });
const SnapshotHead = z.object({ generation: z.string(), head: z.int() });
const Pushed = z.object({
  verdicts: z.array(z.object({ outcome: z.string(), message: z.string().nullable(), rev: z.int() })),
});

const PAGE_HEAD = /^\{"generation":"([^"]*)","cursor":(\d+),"head":(\d+),"more":(true|false),/;

/** Read the position of a feed page; its documents are parsed only if the position does not come first. */
function positionOf(text: string): z.infer<typeof PageHead> {
  const [, generation, cursor, head, more] = PAGE_HEAD.exec(text.slice(0, 400)) ?? [];
  if (generation === undefined) return PageHead.parse(JSON.parse(text));
  return { generation, cursor: Number(cursor), head: Number(head), more: more === 'true' };
}

/** A device without a screen and without a store: it sends, listens and pulls over HTTP as the real one does. */
export class SimulatedDevice {
  readonly arrivals: Arrival[] = [];
  readonly pokes: Arrival[] = [];
  /** Requests that the server did not answer with 200. */
  refusedRequests = 0;
  pages = 0;
  bytes = 0;
  cursor = 0;
  private deviceId = '';
  private generation = '';
  private n = 0;
  private pulling: Promise<void> | undefined;
  private isPokeMissed = false;
  private stream: http.ClientRequest | undefined;
  private readonly connection: Connection;
  private readonly onPage: ((text: string) => void) | undefined;

  constructor(connection: Connection, onPage?: (text: string) => void) {
    this.connection = connection;
    this.onPage = onPage;
  }

  /** Enroll and start at the head, without loading what is there already. */
  async enroll(name: string): Promise<void> {
    const known = this.deviceId === '' ? {} : { deviceId: this.deviceId };
    const enrolled = Enrolled.parse(await this.call('/api/sync/devices', { name, ...known }));
    this.deviceId = enrolled.deviceId;
    this.n = enrolled.expectedN - 1;
    if (known.deviceId) return;
    const { generation, head } = SnapshotHead.parse(await this.call('/api/sync/snapshot?limit=1'));
    this.generation = generation;
    this.cursor = head;
  }

  /** Open the stream; each poke beyond the cursor leads to a pull, unless `pulls` is false. */
  async listen(pulls: boolean): Promise<void> {
    for (let tried = 1; ; tried += 1) {
      const status = await this.openStream(pulls);
      if (status === 200) return;
      await this.retryAfter('The stream', status, tried);
    }
  }

  /** Resolve with 200 after the first event, or with the status of a refusal. */
  private openStream(pulls: boolean): Promise<number> {
    return new Promise((resolve) => {
      const { url, cookie } = this.connection;
      const headers = { cookie, accept: 'text/event-stream' };
      this.stream = http.get(`${url}/api/sync/stream`, { headers, agent: false }, (response) => {
        const status = response.statusCode ?? 0;
        // A stream that ends with its server is no problem of the device.
        response.on('error', () => undefined);
        response.on('data', (chunk: Buffer) => {
          for (const match of chunk.toString().matchAll(/"rev":(\d+)/g)) this.onPoke(Number(match[1]), pulls);
          resolve(status);
        });
        // Ended before its first event: the server could not open it.
        response.on('end', () => resolve(status === 200 ? 503 : status));
      });
      // A connection that the server did not take is a refusal like 503.
      this.stream.on('error', () => resolve(503));
    });
  }

  close(): void {
    this.stream?.destroy();
  }

  private onPoke(rev: number, pulls: boolean): void {
    this.pokes.push([rev, sharedClock()]);
    if (pulls && rev > this.cursor) void this.pull();
  }

  /** Pull pages until the feed is empty, and again if there was a poke meanwhile; one pull runs at a time. */
  pull(): Promise<void> {
    this.isPokeMissed = true;
    this.pulling ??= this.pullAll().finally(() => {
      this.pulling = undefined;
    });
    return this.pulling;
  }

  private async pullAll(): Promise<void> {
    while (this.isPokeMissed) {
      this.isPokeMissed = false;
      while (await this.pullPage()) {
        // The next page follows at once.
      }
    }
  }

  /** Pull one page; true if there are more. */
  async pullPage(limit = 1_000): Promise<boolean> {
    const query = new URLSearchParams({
      generation: this.generation,
      cursor: String(this.cursor),
      limit: String(limit),
      device: this.deviceId,
    });
    const text = await this.callText(`/api/sync/feed?${query}`);
    const page = positionOf(text);
    if (page.cursor < this.cursor) throw new Error('The feed went back.');
    this.onPage?.(text);
    this.pages += 1;
    if (page.cursor > this.cursor) this.arrivals.push([page.cursor, sharedClock()]);
    this.cursor = page.cursor;
    return page.more;
  }

  /** Send operations in one request; returns the revision of each. */
  async push(operations: readonly Omit<OperationEnvelope, 'n'>[]): Promise<number[]> {
    const numbered = operations.map((operation, index) => ({ ...operation, n: this.n + index + 1 }));
    const body = { deviceId: this.deviceId, protocol: PROTOCOL_VERSION, waiting: 0, operations: numbered };
    const { verdicts } = Pushed.parse(await this.call('/api/sync/operations', body));
    const other = verdicts.find(({ outcome }) => outcome !== 'APPLIED');
    if (other || verdicts.length !== operations.length)
      throw new Error(`Not applied: ${other?.message ?? `${verdicts.length} verdicts`}`);
    this.n += operations.length;
    return verdicts.map(({ rev }) => rev);
  }

  private async call(path: string, body?: unknown): Promise<unknown> {
    return JSON.parse(await this.callText(path, body));
  }

  /** Call the server; what it refuses is sent again after a second, as devices do. */
  private async callText(path: string, body?: unknown): Promise<string> {
    for (let tried = 1; ; tried += 1) {
      const { status, text } = await this.send(path, body);
      if (status === 200) return text;
      await this.retryAfter(`${path}: ${text}`, status, tried);
    }
  }

  /** Count a refusal and wait; throws for what a retry does not change. */
  private async retryAfter(request: string, status: number, tried: number): Promise<void> {
    this.refusedRequests += 1;
    if (tried === 60 || (status < 500 && status !== 429)) throw new Error(`${request} answered ${status}.`);
    await wait(500 + Math.random() * 500);
  }

  private send(path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const { url, cookie } = this.connection;
    const json = body === undefined ? undefined : JSON.stringify(body);
    const headers: http.OutgoingHttpHeaders = { cookie, 'accept-encoding': 'gzip, deflate, br' };
    if (json !== undefined)
      Object.assign(headers, {
        origin: url,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      });
    return new Promise((resolve, reject) => {
      const options = { headers, agent, method: json === undefined ? 'GET' : 'POST' };
      const request = http.request(`${url}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const packed = Buffer.concat(chunks);
          this.bytes += packed.length;
          const encoding = response.headers['content-encoding'];
          const bytes =
            encoding === 'br' || encoding === 'gzip' ? unpack[encoding](packed) : Promise.resolve(packed);
          bytes.then((all) => resolve({ status: response.statusCode ?? 0, text: all.toString() }), reject);
        });
      });
      request.on('error', (error) => {
        // A browser repeats a request whose idle connection the server has just closed; others were refused.
        if (request.reusedSocket) this.send(path, body).then(resolve, reject);
        else resolve({ status: 503, text: error.message });
      });
      request.end(json);
    });
  }
}
