import { rolesToGive } from '#db/access/account-roles.ts';
import { hasCapability } from '#db/access/capabilities.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { membershipInReach } from './people-in-reach.ts';
import { type UserCompany, userCompany } from './user-company.ts';

/** A membership whose rights are about to change, with all other people of its company. */
export interface ManagedMembership {
  membership: UserCompany;
  otherMemberships: readonly UserCompany[];
  /** The roles that the actor may give and take in the company. */
  givable: readonly Role[];
}

/**
 * Return another person's membership, in reach, whose role the actor could have given: nobody changes a
 * higher role.
 */
export async function managedMembership(
  tx: Transaction,
  context: OperationContext,
  userCompanyId: string,
): Promise<ManagedMembership> {
  const membership = await membershipInReach(tx, context, userCompanyId);
  if (membership.userId === context.actor.userId)
    throw refuse('OWN_ACCOUNT', 'You cannot change your own role or status. Ask another manager.');
  const companyRow = await tx.get(company, membership.companyId);
  if (!companyRow) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const members = await tx.find(userCompany, { companyId: membership.companyId, deleted: [true, false] });
  const isHome = members.some(({ role }) => isOneOf(role, STAFF_ROLES));
  const givable = rolesToGive(context.actor.role, { type: companyRow.type, isHome });
  if (!givable.includes(membership.role))
    throw refuse('ROLE_NOT_ALLOWED', 'You cannot change somebody with this role. Ask an administrator.');
  const otherMemberships = members.filter(({ id, deleted }) => id !== userCompanyId && !deleted);
  return { membership, otherMemberships, givable };
}

const isManager = ({ role, deactivated }: Pick<UserCompany, 'role' | 'deactivated'>): boolean =>
  !deactivated && hasCapability(role, 'administerCompany');

/** Refuse a change that would leave a company without a responsible person (domain 6.1). */
export function keepOneManager(
  { membership, otherMemberships }: ManagedMembership,
  after: Pick<UserCompany, 'role' | 'deactivated'>,
): void {
  if (isManager(membership) && !isManager(after) && !otherMemberships.some(isManager))
    throw refuse('LAST_MANAGER', 'A company needs at least one active manager.');
}
