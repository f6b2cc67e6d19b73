import { z } from 'zod';
import type { Action } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import { isOneOf, type Role, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { projectBasedPricing } from '#db/billing/prices/price.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/orders/order-access-scope.ts';
import { isHomeCompany } from '#db/organizations/open-company.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { assertProjectTransition, type Project, project } from './project.ts';
import {
  LAB_FIELDS,
  PROJECT_FIELDS,
  type ProjectChanges,
  ProjectCreation,
  ProjectDeletion,
  ProjectStatusChange,
  ProjectUpdate,
  projectProblem,
} from './project-form.ts';

/** Check whether a role has a grant on projects, in the family of customers or of staff. */
export const mayDoWithProjects = (role: Role, action: Action): boolean =>
  may(role, `projects:${action}`) || (seesAllCompanies(role) && may(role, `lab/projects:${action}`));

/** Refuse anybody without this grant on projects. */
function requireProjectAction(context: OperationContext, action: Action): void {
  onlineOnly(context);
  if (!mayDoWithProjects(context.actor.role, action)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

/** Load a project of a company in the actor's access scope, and refuse a stale version. */
async function projectToChange(
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
async function requireProjectValues(
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

/** Create a project of an organization; orders can be added to it from then on. */
export const createProject = defineOperation({
  name: 'create-project',
  version: 1,
  kind: 'intent',
  title: 'Create project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, ...ProjectCreation.shape }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { projectId, companyId, form }, context) {
    requireProjectAction(context, 'create');
    const owner = await findVisibleCompany(tx, context, companyId);
    if (!owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (seesAllCompanies(context.actor.role) && (await isHomeCompany(tx, owner.id)))
      throw refuse('VALIDATION', 'Choose the organization that the project is of.');
    if (await tx.get(project, projectId)) throw refuse('CONFLICT', 'This project has been created already.');
    const { startDate = null, endDate = null } = form;
    const next = { id: projectId, companyId, name: form.name, startDate, endDate };
    await requireProjectValues(tx, context, next, form);
    await tx.insert(project, {
      ...next,
      description: form.description ?? null,
      customerContactUserId: form.customerContactUserId ?? null,
      managerUserId: form.managerUserId ?? null,
      netSuiteProjectId: form.netSuiteProjectId ?? null,
      status: 'ACTIVE',
    });
    return applied;
  },
});

/** Change the fields of an active project. */
export const updateProject = defineOperation({
  name: 'update-project',
  version: 1,
  kind: 'intent',
  title: 'Change project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, ...ProjectUpdate.shape }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { changes, ...projectRef }, context) {
    const row = await projectToChange(tx, context, projectRef);
    if (row.status !== 'ACTIVE')
      throw refuse('PROJECT_CLOSED', 'This project is closed. Open it again before you change it.');
    const changed = PROJECT_FIELDS.filter(
      (field) => changes[field] !== undefined && changes[field] !== row[field],
    );
    if (changed.length === 0) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    const values: Partial<Project> = Object.fromEntries(changed.map((field) => [field, changes[field]]));
    await requireProjectValues(tx, context, { ...row, ...values }, values);
    await tx.patch(project, row.id, values);
    return applied;
  },
});

/** End a project with a reason, or reopen an ended one. */
export const changeProjectStatus = defineOperation({
  name: 'change-project-status',
  version: 1,
  kind: 'intent',
  title: 'Change status of project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, ...ProjectStatusChange.shape }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { status, reason, ...projectRef }, context) {
    const row = await projectToChange(tx, context, projectRef);
    if (row.status === status) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    assertProjectTransition(row.status, status);
    if (status === 'CLOSED' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    await tx.patch(project, row.id, { status });
    return applied;
  },
});

/** Delete an empty project; a project with orders is ended instead. */
export const deleteProject = defineOperation({
  name: 'delete-project',
  version: 1,
  kind: 'intent',
  title: 'Delete project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, ...ProjectDeletion.shape }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { projectId, seenVersion }, context) {
    requireProjectAction(context, 'delete');
    const row = await projectToChange(tx, context, { projectId, seenVersion });
    const prices = await tx.find(projectBasedPricing, { projectId });
    if (prices.some(({ deleted }) => !deleted))
      throw refuse('PROJECT_IN_USE', 'Prices were agreed for this project, so it stays. End it instead.');
    await tx.patch(project, row.id, { deleted: true });
    return applied;
  },
});
