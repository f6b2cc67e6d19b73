import { may } from '#db/access/grants.ts';
import { BENCH_OPERATIONS, benchOperationNamed } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import type { JournalWorld } from './journal-world.ts';
import { operationIdAt } from './lab-states.ts';
import { OPERATION_ARGS } from './operation-args.ts';
import { baseOf, documentsOf, type Envelope, runOnDevice } from './pair-server.ts';
import { SIDES } from './people.ts';
import { type Args, LETTERS, type View } from './view.ts';

/** One way to execute an operation that a user's own device allows. */
export interface Candidate {
  operation: OperationDefinition;
  actor: Actor;
  side: number;
  args: Args;
  /** The revisions of its subjects as the user saw them. */
  base: Readonly<Record<string, number>>;
  /** The documents that it changes or is about: two candidates that share one may conflict. */
  documents: ReadonlySet<string>;
}

/** When an operation is tried on the device; the time of the real execution is drawn later. */
const TRIED_AT = '2026-11-21T10:30:00.000Z';

export const OPERATION_NAMES: readonly string[] = BENCH_OPERATIONS.map(({ name }) => name);

/**
 * List what this side's device allows of one operation: by the tech, or by the manager where only they may.
 */
export async function candidatesOf(world: JournalWorld, name: string, side: number): Promise<Candidate[]> {
  const operation = benchOperationNamed(name);
  const generate = OPERATION_ARGS[name];
  if (!operation || !generate) throw new Error(`Nobody knows how ${name} is done.`);
  const candidateByIndex = new Map<number, Candidate>();
  for (const actor of SIDES[side] ?? []) {
    if (!may(actor.role, operation.grant)) continue;
    const ways = await generate(viewOf(world, actor, side, name));
    for (const [index, args] of ways.entries()) {
      // The manager of a side executes only operations that its tech may not.
      if (candidateByIndex.has(index)) continue;
      const base = baseOf(world, operation, args);
      const untried = { operation, actor, side, args, base };
      const documents = await documentsOfTry(world, untried);
      if (documents) candidateByIndex.set(index, { ...untried, documents });
    }
  }
  return [...candidateByIndex.values()];
}

/** List the candidates of every operation, for each side. */
export type Candidates = ReadonlyMap<string, readonly (readonly Candidate[])[]>;

export async function allCandidates(world: JournalWorld): Promise<Candidates> {
  const all = new Map<string, Candidate[][]>();
  for (const name of OPERATION_NAMES) {
    const sides: Candidate[][] = [];
    for (const side of SIDES.keys()) sides.push(await candidatesOf(world, name, side));
    all.set(name, sides);
  }
  return all;
}

function viewOf(world: JournalWorld, actor: Actor, side: number, name: string): View {
  let minted = 0;
  const sideLetter = LETTERS[side] ?? 'D';
  return {
    world,
    actor,
    side,
    letter: sideLetter,
    mint: (kind) => `${kind}-${sideLetter}-${name}-${minted++}`,
  };
}

/**
 * Try an operation without storing it and return the documents that it would change, or null when the device
 * refuses.
 */
async function documentsOfTry(
  world: JournalWorld,
  { side, ...more }: Omit<Candidate, 'documents'>,
): Promise<Set<string> | null> {
  const mark = world.mark();
  const device = { deviceId: `device-${side}`, occurredAt: TRIED_AT, dependsOn: [] };
  const done = await doOnDevice(world, { ...more, ...device, id: operationIdAt(TRIED_AT, 'T') });
  const subjects = more.operation.subjects(more.operation.args.parse(more.args));
  const documents = new Set([...subjects, ...world.since(mark).flatMap(documentsOf)]);
  world.rollBack(mark);
  return done ? documents : null;
}

/** Execute an operation on a device; false, without changes, when the device refuses it. */
export async function doOnDevice(world: JournalWorld, envelope: Envelope): Promise<boolean> {
  const mark = world.mark();
  try {
    const { outcome } = await runOnDevice(world, envelope);
    if (outcome !== 'REJECTED') return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  world.rollBack(mark);
  return false;
}
