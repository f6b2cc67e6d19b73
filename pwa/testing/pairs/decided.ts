import { type State, stateSince } from './canonical-state.ts';
import { decideFor } from './decide-conflicts.ts';
import type { JournalWorld } from './journal-world.ts';

/** How the lab stands when all conflicts are decided for one person, by that person. */
export type Decided = Readonly<Record<string, State>>;

/** Decides for each of these people in turn, and takes it back again. */
export async function canonicalDecisions(
  world: JournalWorld,
  start: number,
  named: string,
  people: readonly string[],
): Promise<Decided> {
  const decided: Record<string, State> = {};
  for (const userId of people) {
    const before = world.mark();
    await decideFor(world, start, userId);
    decided[userId] = stateSince(world, start, named);
    world.rollBack(before);
  }
  return decided;
}
