import type { Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import { conflictKindNamed } from '#db/records/conflicts/conflict-kinds.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { type State, stateSince } from './canonical-state.ts';
import type { JournalWorld } from './journal-world.ts';
import { DECIDER } from './lab-rows.ts';
import { operationIdAt } from './lab-states.ts';
import { entryFor } from './view.ts';

type Conflict = Row<typeof syncConflict>;

/** When all devices are online again and the manager decides. */
const DECIDED_AT = '2026-11-21T15:00:00.000Z';

/** List the conflicts that a run has opened and nobody has decided. */
export const openedSince = (world: JournalWorld, mark: number): Conflict[] => {
  const newConflicts = world
    .since(mark)
    .filter(({ entity, before }) => entity.name === syncConflict.name && !before);
  return [...new Set(newConflicts.map(({ id }) => id))]
    .flatMap((id) => world.one(syncConflict, id) ?? [])
    .filter(({ status }) => status === 'OPEN');
};

const peopleIn = ({ mine, theirs }: Conflict): [string | null, string | null] => [
  ConflictVersion.parse(mine).userId,
  theirs === null ? null : ConflictVersion.parse(theirs).userId,
];

/** Kinds whose choices select a user's work: A is who arrived first. All others name an action. */
const ABOUT_PEOPLE: readonly string[] = [
  'slot-taken',
  'container-slot-taken',
  'disposed-and-used',
  'checked-out-twice',
  'WELL_TAKEN',
  'SAMPLE_IN_TWO_BATCHES',
  'FIELD_VALUE',
  'SECTION_SIGNED_TWICE',
  'duplicate-requisition',
  'label-taken',
];

/**
 * How a manager decides all conflicts of a run: for one user where users are chosen, else by the same words.
 */
export interface Decision {
  userId: string;
  defaultChoice: 'KEEP_A' | 'KEEP_B';
}

/** List every decision about these conflicts with a distinct meaning. */
export function decisionsAbout(conflicts: readonly Conflict[]): Decision[] {
  const defaultChoice = conflicts.every(({ kind }) => ABOUT_PEOPLE.includes(kind))
    ? (['KEEP_A'] as const)
    : (['KEEP_A', 'KEEP_B'] as const);
  const people = [...new Set(conflicts.flatMap(peopleIn).filter((id) => id !== null))];
  return people.flatMap((userId) => defaultChoice.map((one) => ({ userId, defaultChoice: one })));
}

/** Return the choice of this decision; where only one choice is offered, that one. */
function choiceFor(conflict: Conflict, { userId, defaultChoice }: Decision): ConflictChoice {
  const labels = conflictKindNamed(conflict.kind)?.labels ?? {};
  const personChoice = peopleIn(conflict)[0] === userId ? 'KEEP_B' : 'KEEP_A';
  const target = ABOUT_PEOPLE.includes(conflict.kind) ? personChoice : defaultChoice;
  return labels[target] === undefined ? 'KEEP_A' : target;
}

async function decide(
  world: JournalWorld,
  conflict: Conflict,
  choice: ConflictChoice,
): Promise<string | null> {
  const value = choice === 'ENTER_VALUE' ? entryFor(conflict) : null;
  const mark = world.mark();
  // Every decision has a separate time, and so separate ids.
  const occurredAt = new Date(Date.parse(DECIDED_AT) + mark * 1000).toISOString();
  try {
    const args = { conflictId: conflict.id, choice, value };
    const context = {
      actor: DECIDER,
      deviceId: null,
      occurredAt,
      operationId: operationIdAt(occurredAt, 'D'),
    };
    await runRule(world, resolveConflict, args, context);
    return null;
  } catch (error) {
    world.rollBack(mark);
    if (!(error instanceof AppError)) throw error;
    return `${conflict.kind}: ${choice} cannot be carried out: ${error.message}`;
  }
}

/** Decide every conflict of a run in this way; a decision may unblock others. Returns the refusals. */
async function decideAll(world: JournalWorld, mark: number, decision: Decision): Promise<string[]> {
  const problems: string[] = [];
  const tried = new Set<string>();
  for (;;) {
    const next = openedSince(world, mark).find(({ id }) => !tried.has(id));
    if (!next) return problems;
    tried.add(next.id);
    const problem = await decide(world, next, choiceFor(next, decision));
    if (problem !== null) problems.push(problem);
  }
}

/** Check that every offered choice of every conflict is possible; returns the impossible one. */
export async function choicesThatFail(world: JournalWorld, mark: number): Promise<string[]> {
  const problems: string[] = [];
  for (const conflict of openedSince(world, mark)) {
    const labels = conflictKindNamed(conflict.kind)?.labels ?? {};
    for (const choice of ['KEEP_A', 'KEEP_B', 'ENTER_VALUE'] as const) {
      if (labels[choice] === undefined) continue;
      const before = world.mark();
      const problem = await decide(world, conflict, choice);
      world.rollBack(before);
      if (problem !== null) problems.push(problem);
    }
  }
  return problems;
}

/** The state of the lab after all conflicts are decided in one way, by the name of that way. */
export type Decided = Readonly<Record<string, State>>;

/** Decide in each of these ways in turn, and roll back. */
export async function canonicalDecisions(
  world: JournalWorld,
  start: number,
  mentionedIds: string,
  decisions: readonly Decision[],
): Promise<Decided> {
  const decided: Record<string, State> = {};
  for (const decision of decisions) {
    const before = world.mark();
    await decideAll(world, start, decision);
    decided[`${decision.userId}, ${decision.defaultChoice}`] = stateSince(world, start, mentionedIds);
    world.rollBack(before);
  }
  return decided;
}
