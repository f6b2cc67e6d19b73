import http from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import express from 'express';
import { z } from 'zod';
import { type LabDocument, labDocument, snapshotPages } from '#scripts/bench/page/load-replica.ts';

// The server side that each kind of replication needs, over the same documents: the feed and the first load
// of Benchside, a pull endpoint for RxDB, and of CouchDB the calls that PouchDB makes when it pulls. All
// answer from memory and without compression, so that the devices are compared and not the servers.

const GENERATION = 'bench';

/** Return a seeded source of numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The documents of the lab, each with the revision of its last change. */
class LabDocuments {
  /** The document that each revision changed, from revision 1. */
  private readonly log: number[] = [];
  private readonly revisions: number[] = [];
  private readonly versions: number[] = [];
  readonly count: number;

  constructor(count: number) {
    this.count = count;
    for (let k = 0; k < count; k += 1) this.change(k);
  }

  get head(): number {
    return this.log.length;
  }

  change(k: number): void {
    this.log.push(k);
    this.revisions[k] = this.head;
    this.versions[k] = (this.versions[k] ?? 0) + 1;
  }

  document(k: number): LabDocument {
    const document = labDocument(k);
    const version = this.version(k);
    return { ...document, rev: this.revisions[k] ?? 0, body: { ...document.body, version } };
  }

  version(k: number): number {
    return this.versions[k] ?? 0;
  }

  /** List documents in the order of their last change, after a revision. */
  after(rev: number, limit: number, isIncluded: (k: number) => boolean = () => true): LabDocument[] {
    const documents: LabDocument[] = [];
    for (let at = rev + 1; at <= this.head && documents.length < limit; at += 1) {
      const k = this.log[at - 1] ?? 0;
      if (this.revisions[k] === at && isIncluded(k)) documents.push(this.document(k));
    }
    return documents;
  }

  /** List the id and revision of each document. */
  expected(): Map<string, number> {
    return new Map(this.revisions.map((rev, k) => [labDocument(k).id, rev]));
  }
}

const numberIn = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise);

/** Answer a call of Benchside's own replication; undefined for another path. */
function answerOwn(lab: LabDocuments, pages: readonly string[], url: URL, limit: number): string | undefined {
  const query = url.searchParams;
  if (url.pathname === '/api/sync/snapshot') return pages[Number(query.get('after')?.split('|')[1] ?? 0)];
  if (url.pathname === '/api/sync/devices')
    return JSON.stringify({
      deviceId: 'device-bench',
      offlineLetter: 'A',
      expectedN: 1,
      generation: GENERATION,
      offlineUntil: new Date(Date.now() + 3_600_000).toISOString(),
      labTimezone: 'UTC',
      leases: [],
    });
  if (url.pathname !== '/api/sync/feed') return undefined;
  const documents = lab.after(numberIn(query, 'cursor', 0), limit);
  const cursor = documents.length < limit ? lab.head : (documents.at(-1)?.rev ?? lab.head);
  const position = { generation: GENERATION, cursor, head: lab.head, more: cursor < lab.head };
  return JSON.stringify({ ...position, documents, departed: [] });
}

/** Answer a pull of one RxDB collection. */
function answerRxdb(lab: LabDocuments, url: URL, limit: number): string {
  const collection = url.searchParams.get('collection');
  const since = numberIn(url.searchParams, 'since', 0);
  const isIncluded = (k: number): boolean => labDocument(k).collection === collection;
  const documents = lab.after(since, limit, isIncluded);
  return JSON.stringify({ documents, checkpoint: { since: documents.at(-1)?.rev ?? since } });
}

const BulkRequest = z.object({ docs: z.array(z.object({ id: z.string() })) });

const revisionId = (k: number, version: number): string =>
  `${k.toString(16)}f${version.toString(16)}`.padStart(32, '0');

/** The calls of CouchDB with which PouchDB pulls. */
class CouchEndpoint {
  private readonly checkpoints = new Map<string, object>();
  private readonly lab: LabDocuments;

  constructor(lab: LabDocuments) {
    this.lab = lab;
  }

  answer(method: string, url: URL, body: string): { status: number; text: string } {
    const [, , , call = '', name = ''] = url.pathname.split('/');
    const ok = (value: unknown) => ({ status: 200, text: JSON.stringify(value) });
    if (call === '_changes') return ok(this.changes(url.searchParams));
    if (call === '_bulk_get')
      return ok({ results: BulkRequest.parse(JSON.parse(body)).docs.map((doc) => this.read(doc.id)) });
    if (call === '_local') return this.checkpoint(method, name, body);
    // Where a first `_bulk_get` failed, PouchDB reads each document by itself from then on.
    if (url.searchParams.has('open_revs')) return ok(this.read(decodeURIComponent(call)).docs);
    return ok({ db_name: 'lab', uuid: 'bench', update_seq: this.lab.head, instance_start_time: '0' });
  }

  private checkpoint(method: string, name: string, body: string) {
    if (method === 'PUT') this.checkpoints.set(name, JSON.parse(body));
    const known = this.checkpoints.get(name);
    if (!known) return { status: 404, text: '{"error":"not_found","reason":"missing"}' };
    const text =
      method === 'PUT' ? { ok: true, id: `_local/${name}`, rev: '0-1' } : { ...known, _rev: '0-1' };
    return { status: method === 'PUT' ? 201 : 200, text: JSON.stringify(text) };
  }

  private changes(query: URLSearchParams) {
    const since = numberIn(query, 'since', 0);
    const documents = this.lab.after(since, numberIn(query, 'limit', 1_000));
    const results = documents.map((document) => {
      const k = numberOf(document.id);
      const rev = `${this.lab.version(k)}-${revisionId(k, this.lab.version(k))}`;
      return { seq: document.rev, id: document.id, changes: [{ rev }] };
    });
    return { results, last_seq: results.at(-1)?.seq ?? this.lab.head, pending: 0 };
  }

  private read(id: string) {
    const k = numberOf(id);
    const { kind, rev, body } = this.lab.document(k);
    const start = this.lab.version(k);
    const ids = Array.from({ length: start }, (_, back) => revisionId(k, start - back));
    const document = { _id: id, _rev: `${start}-${ids[0]}`, _revisions: { start, ids }, kind, rev, body };
    return { id, docs: [{ ok: document }] };
  }
}

const numberOf = (id: string): number => Number(id.split('-').at(-1));

/** A server for all peers, whose network can be cut. */
export interface PeerServer {
  url: string;
  /** Bytes of all connections so far, both directions, with headers. */
  bytes(): number;
  /** Change documents, chosen by a seed. */
  change(count: number, seed: number): void;
  /** Cut this share of the requests, before or in the middle of the answer; 0 ends it. */
  cut(share: number, seed: number): void;
  /** Send no more documents in a page than this; the puller of Benchside asks for 1,000. */
  limitPages(limit: number): void;
  cuts(): number;
  head(): number;
  expected(): Map<string, number>;
  stop(): Promise<void>;
}

/** Start the server over a new lab with the measuring page. */
export async function startPeerServer(count: number, pageFolder: string): Promise<PeerServer> {
  const lab = new LabDocuments(count);
  const pages = snapshotPages(count);
  const couch = new CouchEndpoint(lab);
  let longestPage = 1_000;
  let network = { share: 0, random: seededRandom(0), cuts: 0 };
  const isCut = (): boolean => network.share > 0 && network.random() < network.share / 2;
  const answer = (method: string, url: URL, body: string): { status: number; text: string } | undefined => {
    const limit = Math.min(numberIn(url.searchParams, 'limit', longestPage), longestPage);
    if (url.pathname.startsWith('/couch/')) return couch.answer(method, url, body);
    const text = url.pathname === '/rxdb' ? answerRxdb(lab, url, limit) : answerOwn(lab, pages, url, limit);
    return text === undefined ? undefined : { status: 200, text };
  };
  const files = express().use(express.static(path.resolve(pageFolder)));
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!/^\/(api|rxdb|couch)\b/.test(url.pathname)) return void files(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const cut = (): void => {
      network.cuts += 1;
      request.socket.destroy();
    };
    if (isCut()) return cut();
    const reply = answer(request.method ?? 'GET', url, Buffer.concat(chunks).toString());
    const bytes = Buffer.from(reply?.text ?? '{}');
    response.writeHead(reply?.status ?? 404, {
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    if (!isCut()) return void response.end(bytes);
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), cut);
  };
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      request.socket.destroy();
    });
  });
  const sockets = new Set<Socket>();
  let closedBytes = 0;
  const bytesOf = (socket: Socket): number => socket.bytesRead + socket.bytesWritten;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      closedBytes += bytesOf(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    bytes: () => [...sockets].reduce((sum, socket) => sum + bytesOf(socket), closedBytes),
    change: (changes, seed) => {
      const random = seededRandom(seed);
      for (let k = 0; k < changes; k += 1) lab.change(Math.floor(random() * count));
    },
    cut: (share, seed) => {
      network = { share, random: seededRandom(seed), cuts: 0 };
    },
    limitPages: (limit) => {
      longestPage = limit;
    },
    cuts: () => network.cuts,
    head: () => lab.head,
    expected: () => lab.expected(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
