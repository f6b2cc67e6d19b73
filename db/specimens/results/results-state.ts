import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { Specimen } from '#db/specimens/specimen.ts';

/**
 * The state of results as lists filter it: the work is done and they await their release, or they are
 * released.
 */
export const RESULTS_STATES = [
  { value: 'TO_RELEASE', label: 'To be released' },
  { value: 'RELEASED', label: 'Released' },
] as const;
export type ResultsState = (typeof RESULTS_STATES)[number]['value'];

/** Check whether results are to be released: for the first time, or again after a recall for correction. */
export function areResultsDue({
  status,
  completedAt,
  resultsReleasedAt,
}: Pick<Specimen, 'status' | 'completedAt' | 'resultsReleasedAt'>): boolean {
  if (status === 'IN_PROGRESS') return true;
  // Work that was stopped and then stored was never completed.
  return (
    (status === 'COMPLETED' || status === 'IN_STORAGE') && completedAt !== null && resultsReleasedAt === null
  );
}

/** Names the capability that approves results: of clinical work and of research another director. */
export const resultsApproval = (clinical: boolean): Capability =>
  clinical ? 'approveClinicalResults' : 'approveResearchResults';

/**
 * Check whether results of clinical work await this role. The server uses it for their list and the home page
 * to show that list.
 */
export const approvesClinicalResults = (role: Role): boolean =>
  may(role, 'internal/results:update') && hasCapability(role, 'approveClinicalResults');

/** The text when clinical results cannot be released before a director's approval (domain 6.6). */
export const APPROVAL_FIRST = 'The clinical director approves its results first.';
