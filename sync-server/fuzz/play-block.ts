import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import { EnrollResponse, PushResponse } from '#db/sync/wire.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import {
  caseDrawer,
  type FuzzCase,
  nameOfTarget,
  type OperationCase,
  type RequestCase,
} from './contract-cases.ts';
import { readLabTexts } from './near-valid.ts';

/** The response to a case: refused cases must not change anything. */
interface Answer {
  problems: string[];
  isRefused: boolean;
}

const ErrorBody = z.object({
  error: z.string().min(1),
  code: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});
// Patterns that would reveal the server's internals.
const INTERNALS = /node_modules|\.[cm]?[jt]s:\d+|\bat async |relation "|column "|SELECT .* FROM/;

interface Response {
  status: number;
  type: string;
  text: string;
}

/** Send over one kept connection; a stream is closed once it starts, and status 0 is a cut connection. */
class Sender {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  private readonly lab: DemoServer;
  private readonly devices = new Map<string, { deviceId: string; n: number } | null>();

  constructor(lab: DemoServer) {
    this.lab = lab;
  }

  close(): void {
    this.agent.destroy();
  }

  private call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Response> {
    const { port } = this.lab.server.address() as AddressInfo;
    const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    return new Promise((resolve) => {
      const call = http.request(
        { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length }, agent: this.agent },
        (answer) => {
          const type = String(answer.headers['content-type'] ?? '');
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          if (type.startsWith('text/event-stream')) answer.destroy();
          const text = () => Buffer.concat(parts).toString('utf8');
          answer.once('close', () => resolve({ status: answer.statusCode ?? 0, type, text: text() }));
        },
      );
      // The server may cut off a too large body during sending.
      call.once('error', () => setImmediate(() => resolve({ status: 0, type: '', text: '' })));
      call.end(body ?? undefined);
    });
  }

  async sendRequest({ route, caller, method, path, contentType, body }: RequestCase): Promise<Answer> {
    // A meaningless cookie, so that the limits for anonymous callers do not end the run.
    const headers = { ...this.lab.headersOf(caller), 'Content-Type': contentType, Cookie: 'fuzz=1' };
    const response = await this.call(method, path, headers, body);
    const problems = problemsOf(response, route.kind === 'router' || method === 'HEAD');
    const { status } = response;
    if (status === 0 && (body?.length ?? 0) < 60_000) problems.push('hung up');
    if (caller === null && route.access !== 'open' && status > 0 && status < 400 && method !== 'OPTIONS')
      problems.push(`answered ${status} without a session`);
    return { problems, isRefused: status === 0 || status >= 400 || method === 'GET' || method === 'HEAD' };
  }

  sendOperation(one: OperationCase): Promise<Answer> {
    return one.isOnline ? this.executeOnline(one) : this.push(one);
  }

  /**
   * Execute through the engine as routes do; also for operations whose route sets half of the arguments
   * itself.
   */
  private async executeOnline({ caller, operation, args, base }: OperationCase): Promise<Answer> {
    const session = await this.lab.services.readSession(requestOf(this.lab.headersOf(caller)));
    if (!session) return { problems: [], isRefused: true };
    try {
      await executeOperation(engineOf(this.lab.services), session, operation, recordOf(args), base);
      return { problems: [], isRefused: false };
    } catch (error) {
      const isOurs = !(error instanceof AppError) || error.status >= 500;
      return { problems: isOurs ? [`threw ${String(error)}`] : [], isRefused: true };
    }
  }

  private async push({ caller, operation, args, base }: OperationCase): Promise<Answer> {
    const headers = { ...this.lab.headersOf(caller), 'Content-Type': 'application/json', Cookie: 'fuzz=1' };
    const device = await this.deviceOf(caller, headers);
    if (!device) return { problems: [], isRefused: true };
    const { name, version } = operation;
    const occurredAt = new Date().toISOString();
    const envelope = { id: ulid(), n: device.n, name, version, occurredAt, base, dependsOn: [], args };
    const { deviceId } = device;
    const text = JSON.stringify({ deviceId, protocol: PROTOCOL_VERSION, operations: [envelope] });
    const response = await this.call('POST', '/api/sync/operations', headers, text);
    const problems = problemsOf(response, false);
    if (response.status !== 200) return { problems, isRefused: true };
    const parsed = PushResponse.safeParse(JSON.parse(response.text));
    if (!parsed.success) return { problems: [...problems, 'answered no verdicts'], isRefused: true };
    device.n = parsed.data.expectedN;
    const [verdict] = parsed.data.verdicts;
    if (!verdict) problems.push('gave no verdict');
    if (verdict?.code === 'INTERNAL') problems.push('was refused by a bug');
    // Values for a signed or ended section are refused, but stored next to it.
    const isStored = ['SECTION_SIGNED', 'SECTION_COMPLETED', 'BATCH_CLOSED'].includes(verdict?.code ?? '');
    return { problems, isRefused: verdict?.outcome === 'REJECTED' && !isStored };
  }

  private async deviceOf(caller: string, headers: Record<string, string>) {
    const known = this.devices.get(caller);
    if (known !== undefined) return known;
    const { status, text } = await this.call(
      'POST',
      '/api/sync/devices',
      headers,
      JSON.stringify({ name: 'Fuzz' }),
    );
    const enrolled = status < 300 ? EnrollResponse.parse(JSON.parse(text)) : null;
    const device = enrolled && { deviceId: enrolled.deviceId, n: enrolled.expectedN };
    this.devices.set(caller, device);
    return device;
  }
}

function problemsOf({ status, type, text }: Response, hasOwnErrors: boolean): string[] {
  const problems: string[] = [];
  if (status >= 500) problems.push(`answered ${status}: ${text.slice(0, 300)}`);
  if (status >= 400 && INTERNALS.test(text)) problems.push(`tells of its inside: ${text.slice(0, 300)}`);
  if (status >= 400 && !hasOwnErrors && !isErrorOfContract(type, text))
    problems.push(`answered ${status} with another body: ${text.slice(0, 300)}`);
  return problems;
}

function isErrorOfContract(type: string, text: string): boolean {
  if (!type.startsWith('application/json')) return false;
  return ErrorBody.safeParse(JSON.parse(text)).success;
}

const recordOf = (args: unknown): Record<string, unknown> =>
  typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args } : { args };

const requestOf = (headers: Record<string, string>): http.IncomingMessage =>
  Object.assign(Object.create(http.IncomingMessage.prototype), {
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
  }) as http.IncomingMessage;

/** A case that the server handled wrongly. */
export interface Failure {
  block: number;
  place: number;
  target: string;
  problem: string;
  sentText: string;
}

export interface Block {
  seed: number;
  block: number;
  cases: number;
  /** Selects cases to be verified: when refused, they must change nothing. */
  shouldCheckDigest(place: number): boolean;
  /** Counts cases; called with each. */
  onCase(wasRefused: boolean, wasLookedAfter: boolean): void;
}

const textOfCase = (one: FuzzCase): string => {
  const { caller } = one;
  const details =
    one.kind === 'request'
      ? { method: one.method, path: one.path, contentType: one.contentType, body: one.body }
      : { operation: one.operation.name, isOnline: one.isOnline, args: one.args, base: one.base };
  return JSON.stringify({ caller, ...details }).slice(0, 2_000);
};

// Sign-in and sign-off count wrong passwords and PINs, and sign-in sends links, whatever the response.
const mayWrite = (one: FuzzCase): boolean =>
  one.kind === 'request' && /^\/api\/auth|\/sign-off$/.test(one.path);

/** Play one block of cases in a demo lab of its own, so that no block depends on earlier ones. */
export async function playBlock(settings: Block): Promise<Failure[]> {
  const lab = await openDemoServer();
  const bugs: string[] = [];
  // Bugs that end as a refusal are only logged, so the log is checked.
  lab.services.logger = pino({ level: 'error' }, { write: (line: string) => bugs.push(line) });
  const sender = new Sender(lab);
  try {
    return await playCases(settings, { lab, sender, bugs });
  } finally {
    sender.close();
    await lab.close();
  }
}

async function playCases(
  { seed, block, cases, shouldCheckDigest, onCase }: Block,
  { lab, sender, bugs }: { lab: DemoServer; sender: Sender; bugs: string[] },
): Promise<Failure[]> {
  const draw = caseDrawer(await readLabTexts(lab));
  const failures: Failure[] = [];
  for (let place = 0; place < cases; place += 1) {
    const one = draw(seed, block, place);
    const isLookedAfter = shouldCheckDigest(place) && !mayWrite(one);
    const before = isLookedAfter ? await lab.fingerprint() : '';
    const { problems, isRefused } =
      one.kind === 'request' ? await sender.sendRequest(one) : await sender.sendOperation(one);
    if (isLookedAfter && isRefused && (await lab.fingerprint()) !== before)
      problems.push('changed something although it was refused');
    for (const bug of bugs.splice(0)) problems.push(`hit a bug: ${bug.slice(0, 1_500)}`);
    const target = nameOfTarget(one.kind === 'request' ? one.route : one.operation);
    for (const problem of problems)
      failures.push({ block, place, target, problem, sentText: textOfCase(one) });
    onCase(isRefused, isLookedAfter && isRefused);
  }
  return failures;
}
