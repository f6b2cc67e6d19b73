import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { seesAllCompanies, seesChildCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { permissionGroup } from './permission-group.ts';
import { type UserCompany, userCompany } from './user-company.ts';

/** Return the permissions that the permission groups give the actor's role now. */
export async function actorPermissions(tx: Transaction, context: OperationContext): Promise<string[]> {
  const { entity, role } = context.actor;
  const groups = await tx.find(permissionGroup, { entity });
  return [
    ...new Set(groups.filter(({ roles }) => roles.includes(role)).flatMap(({ permissions }) => permissions)),
  ];
}

/**
 * Check whether the actor may change people of a company: of their own one and those below it, or of all with
 * USERS_EDIT_ALL.
 */
export async function peopleEditor(
  tx: Transaction,
  context: OperationContext,
): Promise<(companyId: string) => Promise<boolean>> {
  const { role, companyId: own } = context.actor;
  const permissions = await actorPermissions(tx, context);
  if (!hasPermission(permissions, 'USERS_EDIT')) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const everywhere = seesAllCompanies(role) && hasPermissionForAll(permissions, 'USERS_EDIT');
  return async (companyId) =>
    everywhere ||
    companyId === own ||
    (seesChildCompanies(role) && (await tx.get(company, companyId))?.parentCompanyId === own);
}

/** Return a membership that the actor may change; NOT_FOUND when it is out of reach or missing. */
export async function membershipInReach(
  tx: Transaction,
  context: OperationContext,
  userCompanyId: string,
): Promise<UserCompany> {
  const mayEdit = await peopleEditor(tx, context);
  const membership = await tx.get(userCompany, userCompanyId);
  if (!membership || membership.deleted || !(await mayEdit(membership.companyId)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return membership;
}
