import { may } from '#db/access/grants.ts';
import { BENCH_OPERATIONS, benchOperationNamed } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import type { JournalWorld } from './journal-world.ts';
import { SIDES } from './lab-rows.ts';
import { operationIdAt } from './lab-states.ts';
import { OPERATION_ARGS } from './operation-args.ts';
import { baseOf, documentsOf, type Envelope, runOnDevice } from './pair-server.ts';
import { type Args, LETTERS, type View } from './view.ts';

/** One way to execute an operation that a user's own device allows. */
interface Candidate {
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
async function candidatesOf(world: JournalWorld, name: string, side: number): Promise<Candidate[]> {
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
async function doOnDevice(world: JournalWorld, envelope: Envelope): Promise<boolean> {
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

/** Operations of different users that reach the server in any order. */
export interface Case {
  names: readonly string[];
  envelopes: readonly Envelope[];
  /** They have the same subject, or change the same document. */
  isRelated: boolean;
}

/** The times of the operations; the order is drawn. */
const MOMENTS = ['2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'] as const;

/**
 * Return numbers that depend only on a seed and a name, so that one pair can be replayed without the others.
 */
function drawFrom(seed: number, name: string): (below: number) => number {
  let state = seed >>> 0;
  for (const character of name) state = (Math.imul(state, 31) + character.charCodeAt(0)) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return Math.floor((((state ^ (state >>> 12)) >>> 0) / 2 ** 32) * below);
  };
}

/** List every pair of operations, including each with itself. */
export const PAIRS: readonly (readonly [string, string])[] = OPERATION_NAMES.flatMap((name, index) =>
  OPERATION_NAMES.slice(index).map((other): [string, string] => [name, other]),
);

const meets = (one: Candidate, other: Candidate): boolean =>
  [...one.documents].some((document) => other.documents.has(document));

/** Draw one case of a pair: about the same record wherever the two operations can be. */
export function pairCase(
  candidates: Candidates,
  [a, b]: readonly [string, string],
  seed: number,
): Case | null {
  const draw = drawFrom(seed, `${a} ${b}`);
  const [ones, secondCandidates] = [candidates.get(a)?.[0] ?? [], candidates.get(b)?.[1] ?? []];
  const all = ones.flatMap((one) => secondCandidates.map((other): [Candidate, Candidate] => [one, other]));
  const relatedPairs = all.filter(([one, other]) => meets(one, other));
  const pool = relatedPairs.length > 0 ? relatedPairs : all.slice(0, 1);
  const selection = pool[draw(pool.length)];
  if (!selection) return null;
  const order = draw(2) === 0 ? [0, 1] : [1, 0];
  return {
    names: [a, b],
    isRelated: relatedPairs.length > 0,
    envelopes: selection.map((candidate, index) => envelopeOf(candidate, index, order[index] ?? 0)),
  };
}

const envelopeOf = (
  { operation, args, actor, side, base }: Candidate,
  index: number,
  moment: number,
): Envelope => {
  const occurredAt = MOMENTS[moment] ?? MOMENTS[0];
  const id = operationIdAt(occurredAt, 'ABC'[index] ?? 'F');
  return { id, operation, args, actor, base, occurredAt, deviceId: `device-${side}`, dependsOn: [] };
};

const TRIES = 60;

/**
 * Draw three operations about one record: of three users, or two consecutive ones of one user and one of
 * another.
 */
export async function tripleCase(
  world: JournalWorld,
  candidates: Candidates,
  seed: number,
): Promise<Case | null> {
  const draw = drawFrom(seed, 'triple');
  const sides = draw(2) === 0 ? [0, 1, 2] : [0, 0, 1];
  const selection: Candidate[] = [];
  for (let tries = 0; tries < TRIES && selection.length < 3; tries += 1) {
    const name = OPERATION_NAMES[draw(OPERATION_NAMES.length)] ?? '';
    const pool = (candidates.get(name)?.[sides[selection.length] ?? 0] ?? []).filter((one) =>
      selection.every((other) => meets(one, other)),
    );
    const next = pool[draw(pool.length)];
    if (next) selection.push(next);
  }
  if (selection.length < 3) return null;
  const first = draw(3);
  const moments =
    sides[1] === 0 ? [first === 2 ? 1 : 0, 2, first] : [first, (first + 1) % 3, (first + 2) % 3];
  const envelopes = selection.map((candidate, index) => envelopeOf(candidate, index, moments[index] ?? 0));
  const names = selection.map(({ operation }) => operation.name);
  return {
    names,
    isRelated: true,
    envelopes: sides[1] === 0 ? await inSequence(world, envelopes) : envelopes,
  };
}

/** The second operation of a device runs on the result of its first, and may build on it. */
async function inSequence(
  world: JournalWorld,
  [first, second, third]: readonly Envelope[],
): Promise<Envelope[]> {
  if (!first || !second || !third) return [];
  const mark = world.mark();
  await doOnDevice(world, first);
  const { operation, args } = second;
  const parsed = operation.args.parse(args);
  const subjects = operation.subjects(parsed);
  const base = baseOf(world, operation, args);
  const requiredIds = operation.kind === 'fact' ? [] : (operation.buildsOn?.(parsed) ?? subjects);
  const buildsOn = subjects.filter((id) => base[id] === undefined || requiredIds.includes(id));
  const before = new Set(first.operation.subjects(first.operation.args.parse(first.args)));
  const next = { ...second, base, dependsOn: buildsOn.some((id) => before.has(id)) ? [first.id] : [] };
  const done = await doOnDevice(world, next);
  world.rollBack(mark);
  return done ? [first, next, third] : [];
}
