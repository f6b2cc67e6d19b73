import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { preference } from './preference.ts';
import { user } from './user.ts';
import { userCompany } from './user-company.ts';

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
