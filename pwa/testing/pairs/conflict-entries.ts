import type { Row } from '#db/entity.ts';
import type { syncConflict } from '#db/records/sync-conflict.ts';

/** The true value that a user enters, by kind of conflict: a free place, or another number. */
const ENTRIES: Record<string, string> = {
  WELL_TAKEN: 'H12',
  'slot-taken': 'I9',
  'container-slot-taken': 'A6',
  FIELD_VALUE: '30',
};

export const entryFor = ({ kind }: Pick<Row<typeof syncConflict>, 'kind'>): string => ENTRIES[kind] ?? '30';
