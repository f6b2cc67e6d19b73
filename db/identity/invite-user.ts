import { z } from 'zod';
import { rolesToGive } from '#db/access/account-roles.ts';
import { isOneOf, Role, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { Id } from '#db/values/id.ts';
import { MembershipId } from './account-forms.ts';
import { onlineOnly } from './online-only.ts';
import { membershipInReach } from './people-in-reach.ts';
import { preference } from './preference.ts';
import { user } from './user.ts';
import { type UserCompany, userCompany } from './user-company.ts';

const ANY = { deleted: [true, false] };

async function companyInReach(tx: Transaction, context: OperationContext, id: string): Promise<Company> {
  const { role, companyId } = context.actor;
  const companyRow = await tx.get(company, id);
  const inReach = seesAllCompanies(role) || id === companyId || companyRow?.parentCompanyId === companyId;
  if (!companyRow || companyRow.deleted || !inReach) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return companyRow;
}

/** Find the person with an address; a person without an account gets a row without names. */
export async function personOf(tx: Transaction, context: OperationContext, email: string): Promise<string> {
  const [known] = await tx.find(user, { email, ...ANY });
  if (known?.deleted)
    throw refuse('USER_REMOVED', 'This account was removed. Contact support to restore it.');
  if (known) return known.id;
  const id = context.newId();
  await tx.insert(user, {
    id,
    email,
    name: email,
    firstName: email.split('@')[0] ?? email,
    lastName: '(invited)',
    isSuperAdmin: false,
    pinFailedCount: 0,
    sessionVersion: 1,
  });
  return id;
}

function refuseMembers(membership: UserCompany | undefined): void {
  if (!membership || membership.deleted || membership.acceptedAt === null) return;
  const message = membership.deactivated
    ? 'This user was deactivated. Activate the user again instead.'
    : 'This user is already a member.';
  throw new AppError('ALREADY_MEMBER', message, [{ path: 'email', message }]);
}

/**
 * Invite a person into a company with a role. The membership waits, deactivated, until the invitation is
 * accepted; inviting again sends a new link and may change the role.
 */
export const inviteUser = defineOperation({
  name: 'invite-user',
  version: 1,
  kind: 'intent',
  title: 'Invite user',
  grant: 'users:create',
  args: z.object({
    email: EmailAddress,
    role: Role,
    companyId: Id,
    /** Whether the address is in one of the lab's own domains; the server knows them. */
    staffAddress: z.boolean(),
  }),
  subjects: ({ companyId }) => [companyId],
  run: async (tx, { email, role, companyId, staffAddress }, context) => {
    onlineOnly(context);
    const target = await companyInReach(tx, context, companyId);
    const members = await tx.find(userCompany, { companyId, ...ANY });
    const isHome = members.some((member) => isOneOf(member.role, STAFF_ROLES));
    if (!rolesToGive(context.actor.role, { type: target.type, isHome }).includes(role))
      throw refuse('ROLE_NOT_ALLOWED', 'You cannot give this role here. Choose another one.');
    if (staffAddress && !isHome) throw refuse('VALIDATION', MESSAGES.staffInvitation);
    if (!staffAddress && isHome) throw refuse('VALIDATION', 'Invite staff at an email address of the lab.');
    const userId = await personOf(tx, context, email);
    const membership = members.find((member) => member.userId === userId);
    refuseMembers(membership);
    const invited = { role, invitedAt: context.occurredAt, invitedById: context.actor.userId };
    const waiting = { ...invited, deactivated: true, acceptedAt: null, deleted: false };
    const id = membership?.id ?? context.newId();
    if (membership) await tx.patch(userCompany, id, waiting);
    else await tx.insert(userCompany, { ...waiting, id, userId, companyId, sessionVersion: 1 });
    await recordEvent(tx, context, {
      type: 'USER_INVITED',
      targetType: 'UserCompany',
      targetId: id,
      data: { email, role, company: companyId },
    });
    return applied;
  },
});

/**
 * Accept an invitation: the waiting membership of the actor becomes active. `person` gives the names of a
 * person without an account; an existing account keeps its names.
 */
export async function joinCompany(
  tx: Transaction,
  context: OperationContext,
  person: { firstName: string; lastName: string } | null,
): Promise<void> {
  const { userId, userCompanyId } = context.actor;
  const membership = await tx.get(userCompany, userCompanyId);
  if (!membership || membership.deleted || membership.acceptedAt !== null)
    throw refuse('LINK_INVALID', 'This invitation is not open any more. Ask to be invited again.');
  const known = await tx.get(user, userId);
  if (!known || known.deleted) throw refuse('LINK_INVALID', 'This account was removed. Contact support.');
  const verified = { emailVerified: known.emailVerified ?? context.occurredAt };
  const names = person ? { ...person, name: `${person.firstName} ${person.lastName}` } : {};
  await tx.patch(user, userId, { ...verified, ...names });
  await tx.patch(userCompany, userCompanyId, { deactivated: false, acceptedAt: context.occurredAt });
  if ((await tx.find(preference, { userId })).length === 0) {
    await tx.insert(preference, {
      id: context.newId(),
      userId,
      emailUpdateFrequency: isOneOf(membership.role, STAFF_ROLES) ? 'NONE' : 'DAILY',
      orderCompleteEmail: true,
    });
  }
  await recordEvent(tx, context, {
    type: person ? 'USER_CREATED' : 'USER_UPDATED',
    targetType: 'UserCompany',
    targetId: userCompanyId,
    data: { invitation: 'accepted', role: membership.role },
  });
}

/** Withdraw an invitation before it is accepted. The server ends its links in the same transaction. */
export const withdrawInvitation = defineOperation({
  name: 'withdraw-invitation',
  version: 1,
  kind: 'intent',
  title: 'Withdraw invitation',
  grant: 'users:update',
  args: MembershipId,
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId }, context) => {
    onlineOnly(context);
    const membership = await membershipInReach(tx, context, userCompanyId);
    if (membership.acceptedAt !== null)
      throw refuse('ALREADY_MEMBER', 'This invitation was accepted. Deactivate the user instead.');
    await tx.patch(userCompany, userCompanyId, { deleted: true });
    await recordEvent(tx, context, {
      type: 'USER_UPDATED',
      targetType: 'UserCompany',
      targetId: userCompanyId,
      data: { invitation: 'withdrawn', role: membership.role },
    });
    return applied;
  },
});
