import type { ConflictKind } from '#db/conflict-kind.ts';

/**
 * An operation recorded in the future or more than 72 hours before it was sent; it was applied, and a person
 * checks its time.
 */
export const clockConflict: ConflictKind = {
  kind: 'CLOCK',
  title: 'Time to be checked',
  labels: { KEEP_B: 'The time is right' },
  // The operation keeps its effect either way: events never change, and the decision itself is recorded with
  // its person.
  resolve: async () => {},
};
