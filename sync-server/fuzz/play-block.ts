import { pino } from 'pino';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { caseDrawer, type FuzzCase, nameOfTarget } from './contract-cases.ts';
import { readLabTexts } from './lab-texts.ts';
import { Sender } from './send-case.ts';

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

// Sign-in counts wrong passwords and PINs and sends links, whatever its response.
const mayWrite = (one: FuzzCase): boolean => one.kind === 'request' && one.path.startsWith('/api/auth');

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
