/** The read-model collections of a device by their wire names; `operations` is the local outbox. */
export const COLLECTIONS = [
  'specimens',
  'samples',
  'orders',
  'batches',
  'assigned-sections',
  'procedures',
  'storage',
  'inventory-items',
  'equipment',
  'people',
  'conflicts',
] as const;

export type CollectionName = (typeof COLLECTIONS)[number];

/** The outbox; in the feed, documents of this name carry the verdicts of the signed-in person's operations. */
export const OPERATIONS = 'operations';
