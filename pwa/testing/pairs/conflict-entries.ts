import type { Row } from '#db/entity.ts';
import type { syncConflict } from '#db/records/sync-conflict.ts';

/** What a person enters as the true value, by kind of conflict: somewhere free, or another number. */
const ENTRIES: Record<string, string> = {
  WELL_TAKEN: 'H12',
  'slot-taken': 'I9',
  'container-slot-taken': 'A6',
  FIELD_VALUE: '30',
};

export const entryFor = ({ kind }: Pick<Row<typeof syncConflict>, 'kind'>): string => ENTRIES[kind] ?? '30';
