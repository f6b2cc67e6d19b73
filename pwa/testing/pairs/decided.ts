import { type State, stateSince } from './canonical-state.ts';
import { type Decision, decideAll } from './decide-conflicts.ts';
import type { JournalWorld } from './journal-world.ts';

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
