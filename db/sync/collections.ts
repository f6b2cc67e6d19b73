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

/** How long a finished record stays on devices after its last change; stored samples and open records stay longer. */
export const FINISHED_RECORD_DAYS = 60;

/** How long sent work stays in the outbox, to be sent again after a restore. */
export const SENT_WORK_DAYS = 30;

/** The outbox; in the feed, documents of this name carry the verdicts of the signed-in person's operations. */
export const OPERATIONS = 'operations';
