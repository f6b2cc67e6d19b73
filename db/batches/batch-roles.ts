import { isOneOf, type Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';

const ALWAYS = ['ADMIN', 'DEVELOPER'] as const satisfies readonly Role[];

/** The roles that plan batches and decide on them: they create, repeat and stop (domain 4.4). */
export const BATCH_PLANNERS = [
  'LAB_MANAGER',
  'PROJECT_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  ...ALWAYS,
] as const satisfies readonly Role[];

/** The roles that may create a batch; a research assistant creates research batches only. */
export const BATCH_CREATORS = [...BATCH_PLANNERS, 'RESEARCH_ASSISTANT'] as const satisfies readonly Role[];

/** The roles that may cancel or override: lab and project managers. */
export const BATCH_MANAGERS = [
  'LAB_MANAGER',
  'PROJECT_MANAGER',
  ...ALWAYS,
] as const satisfies readonly Role[];

/** The roles that decide on quality: lab manager and directors. */
export const QUALITY_DECIDERS = [
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  ...ALWAYS,
] as const satisfies readonly Role[];

/** The bench roles without a right to decide on quality: they propose that a batch fails (domain 4.4). */
export const FAILURE_PROPOSERS = ['LAB_TECH', 'RESEARCH_ASSISTANT'] as const satisfies readonly Role[];

/**
 * Return the roles that approve a completed batch: a director, and for non-clinical work the lab manager too
 * (domain 4.4).
 */
export const batchApprovers = (clinical: boolean): readonly Role[] =>
  clinical ? ['LAB_CLINICAL_DIRECTOR', ...ALWAYS] : ['LAB_RESEARCH_DIRECTOR', 'LAB_MANAGER', ...ALWAYS];

/** The roles that may review a section: the deciding roles, or another lab tech than the signer (D5). */
export const REVIEWERS = [...QUALITY_DECIDERS, 'LAB_TECH'] as const satisfies readonly Role[];

/** Throw FORBIDDEN unless the actor has one of the roles. */
export function assertRole(context: OperationContext, roles: readonly Role[]): void {
  if (!isOneOf(context.actor.role, roles)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}
