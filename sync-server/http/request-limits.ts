import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { errorBody } from './error-handler.ts';
import type { Session } from './session.ts';

/** Burst size and refill per second of a limit. */
export interface Allowance {
  burst: number;
  perSecond: number;
}

/**
 * Limits of one process, far above what people and devices send, so that only floods exceed them: a whole lab
 * may share one address. Sync of signed-in devices is not counted, because it has its own queue.
 */
export const REQUEST_LIMITS = {
  person: { burst: 6_000, perSecond: 100 },
  address: { burst: 30_000, perSecond: 500 },
  /** Requests without any cookie, per address. */
  anonymous: { burst: 6_000, perSecond: 100 },
  /** Log lines that anonymous clients may cause, per address. */
  log: { burst: 60, perSecond: 1 },
} as const satisfies Record<string, Allowance>;

export type RequestLimits = Readonly<Record<keyof typeof REQUEST_LIMITS, Allowance>>;

/** Paths on which an anonymous client can write to the server's log. */
const LOG_PATHS: readonly string[] = ['/api/auth/_log'];

const MAX_KEYS = 50_000;

const tooMany = (seconds: number): AppError =>
  new AppError(
    'RATE_LIMITED',
    `Too many requests. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`,
    [],
    { retryAfterSeconds: seconds },
  );

/** Token buckets by key; a full bucket is deleted. */
class Buckets {
  private readonly buckets = new Map<string, { tokens: number; at: number }>();
  private readonly allowance: Allowance;
  private readonly clock: () => number;

  constructor(allowance: Allowance, clock: () => number) {
    this.allowance = allowance;
    this.clock = clock;
  }

  take(key: string): void {
    const { burst, perSecond } = this.allowance;
    const at = this.clock();
    if (this.buckets.size >= MAX_KEYS) this.forgetFull(at);
    const tokens = this.tokensAt(key, at);
    if (tokens < 1) throw tooMany(Math.max(1, Math.ceil((1 - tokens) / perSecond)));
    this.buckets.set(key, { tokens: Math.min(tokens, burst) - 1, at });
  }

  private tokensAt(key: string, at: number): number {
    const { burst, perSecond } = this.allowance;
    const bucket = this.buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond) : burst;
  }

  private forgetFull(at: number): void {
    for (const key of this.buckets.keys())
      if (this.tokensAt(key, at) >= this.allowance.burst) this.buckets.delete(key);
    // More callers within seconds are an attack: their counts restart, so that memory stays bounded.
    if (this.buckets.size >= MAX_KEYS) this.buckets.clear();
  }
}

/** Return the network of an address: one caller owns a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

const pathOf = (request: Request): string => request.originalUrl.split('?')[0] ?? '';

const isSync = (request: Request): boolean => pathOf(request).startsWith('/api/sync/');

const PEOPLE = new WeakMap<object, Buckets>();

/** Count API requests by address before anything is read; a flood gets 429. */
export function limitRequests(
  limits: RequestLimits = REQUEST_LIMITS,
  clock: () => number = () => performance.now(),
): RequestHandler {
  const person = new Buckets(limits.person, clock);
  const address = new Buckets(limits.address, clock);
  const anonymous = new Buckets(limits.anonymous, clock);
  const log = new Buckets(limits.log, clock);
  return (request, _response, next) => {
    PEOPLE.set(request, person);
    const path = pathOf(request);
    if (path === '/api/health') return next();
    const from = networkOf(request.ip ?? '');
    const hasCookie = request.headers.cookie !== undefined;
    if (!hasCookie) anonymous.take(from);
    else if (!isSync(request)) address.take(from);
    if (LOG_PATHS.includes(path)) log.take(from);
    next();
  };
}

/** Count a request for its sender, whatever the address. */
export function countPerson(request: Request, { userId }: Pick<Session, 'userId'>): void {
  if (!isSync(request)) PEOPLE.get(request)?.take(userId);
}

/** Time limits of a body: for a whole JSON body, and for each chunk of an uploaded file. */
const SLOW_BODY_MS = 30_000;

/** A file may take any time as long as it arrives at one kilobyte per second. */
const MIN_BYTES_PER_MS = 1;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Report whether a body is JSON or a form: at most one megabyte, held in memory until complete. */
const isSmall = ({ headers }: Request): boolean =>
  /^application\/(json|x-www-form-urlencoded)/i.test(headers['content-type'] ?? '');

/**
 * End requests whose body arrives too slowly, because each holds a connection and a few thousand hold them
 * all.
 */
export function endSlowBodies(limitMs: number = SLOW_BODY_MS): RequestHandler {
  const timeoutError = new AppError(
    'TIMEOUT',
    `The request did not arrive within ${Math.ceil(limitMs / 1_000)} seconds. Check the connection and send it again.`,
  );
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    const { socket } = request;
    let arrived = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      const isFast = socket.bytesRead - arrived >= limitMs * MIN_BYTES_PER_MS;
      arrived = socket.bytesRead;
      if (isFast && !isSmall(request)) return;
      clearInterval(timer);
      // Already answered, for instance refused; the rest of the body is useless.
      if (response.headersSent) return void socket.destroySoon();
      response.setHeader('Connection', 'close');
      response.once('finish', () => socket.destroySoon());
      response.status(timeoutError.status).json(errorBody(timeoutError));
    }, limitMs).unref();
    request.once('close', () => request.complete && clearInterval(timer));
    next();
  };
}
