import { type State, stateSince } from './canonical-state.ts';
import { type Decision, decideAll } from './decide-conflicts.ts';
import type { JournalWorld } from './journal-world.ts';

/** How the lab stands when all conflicts are decided in one way, by that way in words. */
export type Decided = Readonly<Record<string, State>>;

/** Decides in each of these ways in turn, and takes it back again. */
export async function canonicalDecisions(
  world: JournalWorld,
  start: number,
  named: string,
  decisions: readonly Decision[],
): Promise<Decided> {
  const decided: Record<string, State> = {};
  for (const how of decisions) {
    const before = world.mark();
    await decideAll(world, start, how);
    decided[`${how.userId}, ${how.words}`] = stateSince(world, start, named);
    world.rollBack(before);
  }
  return decided;
}
