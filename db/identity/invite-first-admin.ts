import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { personOf } from './invite-user.ts';
import { userCompany } from './user-company.ts';

/** Create the lab's own company, with the name of the business unit; administrators rename it. */
async function createHomeCompany(tx: Transaction, context: OperationContext): Promise<string> {
  const id = context.newId();
  const { displayName, supportAddress } = ENTITY_PROFILE[context.actor.entity];
  await tx.insert(company, {
    id,
    name: displayName,
    type: 'COMPANY',
    status: 'ACTIVE',
    verificationStatus: 'NOT_APPLICABLE',
    billingEmails: [supportAddress],
    paymentTermsDays: 30,
    allowPurchaseOrder: false,
    orderApprovalRequired: false,
  });
  const about = { targetType: 'Company', targetId: id } as const;
  await recordEvent(tx, context, { type: 'COMPANY_CREATED', ...about, data: { selfRegistered: false } });
  return id;
}

/**
 * Invite the first administrator of a business unit, who invites all others. Creates the lab's own company
 * when there is none. Returns the waiting membership; refuses with `ADMIN_EXISTS` once the business unit has
 * an administrator.
 */
export async function inviteFirstAdmin(
  tx: Transaction,
  context: OperationContext,
  { email, homeCompanyId }: { email: string; homeCompanyId: string | null },
): Promise<string> {
  const companyId = homeCompanyId ?? (await createHomeCompany(tx, context));
  const members = await tx.find(userCompany, { companyId, deleted: [true, false] });
  if (
    members.some(
      ({ role, deactivated, deleted }) => hasCapability(role, 'administerSite') && !deactivated && !deleted,
    )
  )
    throw refuse('ADMIN_EXISTS', 'This business unit has an administrator, who invites others on Users.');
  const userId = await personOf(tx, context, email);
  const invited = { role: 'ADMIN', invitedAt: context.occurredAt, invitedById: null } as const;
  const waiting = { ...invited, deactivated: true, acceptedAt: null, deleted: false };
  const known = members.find((member) => member.userId === userId);
  const id = known?.id ?? context.newId();
  if (known) await tx.patch(userCompany, id, waiting);
  else await tx.insert(userCompany, { ...waiting, id, userId, companyId, sessionVersion: 1 });
  const about = { targetType: 'UserCompany', targetId: id } as const;
  await recordEvent(tx, context, {
    type: 'USER_INVITED',
    ...about,
    data: { email, role: 'ADMIN', company: companyId },
  });
  return id;
}
