import { type State, stateSince } from './canonical-state.ts';
import { type Decision, decideAll } from './decide-conflicts.ts';
import type { JournalWorld } from './journal-world.ts';

/** How the lab stands when all conflicts are decided in one way, by that way in words. */
export type Decided = Readonly<Record<string, State>>;

/** Decides in each of these ways in turn, and takes it back again. */
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
