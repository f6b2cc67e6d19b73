import type { Family } from '#db/access/families.ts';

/**
 * Families that no row of the table of routes answers yet: they refuse whoever may not use them and are not found for
 * the others. A test holds the list equal to what is so; a family leaves it with its first route.
 */
export const FAMILIES_NOT_SERVED: readonly Family[] = [
  'assigned-sections/research',
  'lab/analysis',
  'lab/batches/directorApproved',
  'lab/flows',
  'lab/measurement-unit',
  'lab/procedures/reject',
  'lab/procedures/sign-off',
  'lab/sequencers',
  'lab/studies',
  'sections',
];
