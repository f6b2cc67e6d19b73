import type { ConflictKind } from '#db/conflict-kind.ts';

/** An act recorded in the future or more than 72 hours before it was sent; it was applied, a person looks at its time. */
export const clockConflict: ConflictKind = {
  kind: 'CLOCK',
  title: 'Time to be checked',
  labels: { KEEP_B: 'The time is right' },
  // The act stands either way: events are never rewritten, and the decision itself is recorded with its person.
  resolve: async () => {},
};
