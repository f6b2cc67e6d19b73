import type { Action } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/order-access-scope.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Project, project } from './project.ts';
import { LAB_FIELDS, type ProjectChanges, projectProblem } from './project-form.ts';

/** Check whether a role has a grant on projects, in the family of customers or of staff. */
export const mayDoWithProjects = (role: Role, action: Action): boolean =>
  may(role, `projects:${action}`) || (seesAllCompanies(role) && may(role, `lab/projects:${action}`));

/** Refuse anybody without this grant on projects. */
export function requireProjectAction(context: OperationContext, action: Action): void {
  onlineOnly(context);
  if (!mayDoWithProjects(context.actor.role, action)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

/** Load a project of a company in the actor's access scope, and refuse a stale version. */
export async function projectToChange(
  tx: Transaction,
  context: OperationContext,
  { projectId, seenVersion }: { projectId: string; seenVersion: number },
): Promise<Project> {
  requireProjectAction(context, 'update');
  const row = await tx.get(project, projectId);
  if (!row || row.deleted || !(await findVisibleCompany(tx, context, row.companyId)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (row.version !== seenVersion)
    throw refuse('STALE_VERSION', 'Somebody else has changed this project meanwhile. Load the page again.');
  return row;
}

async function worksFor(
  tx: Transaction,
  userId: string,
  fits: (membership: { role: Role; companyId: string }) => boolean,
): Promise<boolean> {
  const memberships = await tx.find(userCompany, { userId });
  return memberships.some((one) => !one.deleted && !one.deactivated && fits(one));
}

/**
 * Refuse invalid values of a project: a name that exists, an end before the start, people of another
 * organization.
 */
export async function requireProjectValues(
  tx: Transaction,
  context: OperationContext,
  next: Pick<Project, 'id' | 'companyId' | 'name' | 'startDate' | 'endDate'>,
  changedFields: ProjectChanges,
): Promise<void> {
  const problem = projectProblem(next);
  if (problem) throw refuse('VALIDATION', problem);
  if (!seesAllCompanies(context.actor.role) && LAB_FIELDS.some((field) => changedFields[field] !== undefined))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const { managerUserId: manager, customerContactUserId: contact } = changedFields;
  if (manager && !(await worksFor(tx, manager, ({ role }) => isOneOf(role, STAFF_ROLES))))
    throw refuse('VALIDATION', 'Choose a manager of the lab.');
  if (contact && !(await worksFor(tx, contact, ({ companyId }) => companyId === next.companyId)))
    throw refuse('VALIDATION', 'Choose a contact of this organization.');
  const companyProjects = await tx.find(project, { companyId: next.companyId });
  const name = next.name.toLowerCase();
  if (companyProjects.some((one) => one.id !== next.id && !one.deleted && one.name.toLowerCase() === name))
    throw refuse('NAME_TAKEN', 'Another project of this organization has this name. Choose another one.');
}
