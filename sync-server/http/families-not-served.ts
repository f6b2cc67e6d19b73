import type { Family } from '#db/access/families.ts';

/**
 * Families without a route: callers without the grant are refused, others get 404. A test keeps the list
 * exact; a family leaves it with its first route.
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
