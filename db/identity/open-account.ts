import type { z } from 'zod';
import { FOUNDER_ROLE, selfRegistering, verificationAtStart } from '#db/access/account-roles.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { address } from '#db/organizations/address.ts';
import { company } from '#db/organizations/company.ts';
import type { CompanyVerificationStatus } from '#db/organizations/company-verification-status.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { CreateAccount } from './account-forms.ts';
import { preference } from './preference.ts';
import { user } from './user.ts';
import { userCompany } from './user-company.ts';

/** The account to open, without the password, because arguments and rows are logged. */
export interface NewAccount extends Omit<z.infer<typeof CreateAccount>, 'password' | 'google'> {
  /** Companies of the same name and postal code, for customer service to review. */
  similarCompanyIds: readonly string[];
}

/** Refuse an email address that belongs to a person already. */
export const emailTaken = (): AppError =>
  new AppError('EMAIL_TAKEN', MESSAGES.emailTaken, [{ path: 'email', message: MESSAGES.emailTaken }]);

async function addCompany(
  tx: Transaction,
  context: OperationContext,
  { company: companyInput, similarCompanyIds }: NewAccount,
): Promise<CompanyVerificationStatus> {
  const { companyId: id, entity } = context.actor;
  const { billingAddress, shippingAddress, ...rest } = companyInput;
  const verificationStatus = verificationAtStart(entity, companyInput.type);
  await tx.insert(company, {
    ...rest,
    id,
    status: 'ACTIVE',
    verificationStatus,
    paymentTermsDays: 30,
    allowPurchaseOrder: false,
    orderApprovalRequired: false,
  });
  const at = { companyId: id, isDefault: true };
  await tx.insert(address, { ...billingAddress, ...at, id: context.newId(), kind: 'BILLING' });
  const shipping = shippingAddress ?? billingAddress;
  await tx.insert(address, { ...shipping, ...at, id: context.newId(), kind: 'SHIPPING' });
  const about = { targetType: 'Company', targetId: id } as const;
  await recordEvent(tx, context, { type: 'COMPANY_CREATED', ...about, data: { selfRegistered: true } });
  if (verificationStatus === 'PENDING') {
    await recordEvent(tx, context, { type: 'COMPANY_VERIFICATION_REQUESTED', ...about });
  }
  if (similarCompanyIds.length > 0) {
    const text = 'A company with the same name and postal code exists. Please review.';
    await recordEvent(tx, context, {
      type: 'NOTE_ADDED',
      ...about,
      data: { text, companyIds: [...similarCompanyIds] },
    });
  }
  return verificationStatus;
}

/**
 * Open the account of a new customer: company, addresses, person, membership and preferences. The actor is
 * the new person; the ids in the context are those of the new rows.
 */
export async function openAccount(
  tx: Transaction,
  context: OperationContext,
  account: NewAccount,
): Promise<CompanyVerificationStatus> {
  const { userId, userCompanyId, companyId, entity, name } = context.actor;
  const { firstName, lastName, email, phone } = account;
  if (!selfRegistering(entity, account.company.type))
    throw refuse('VALIDATION', 'Choose another kind of organization.');
  if ((await tx.find(user, { email, deleted: [true, false] })).length > 0) throw emailTaken();
  const verificationStatus = await addCompany(tx, context, account);
  await tx.insert(user, {
    id: userId,
    email,
    name,
    firstName,
    lastName,
    phone,
    isSuperAdmin: false,
    pinFailedCount: 0,
    sessionVersion: 1,
  });
  await tx.insert(userCompany, {
    id: userCompanyId,
    userId,
    companyId,
    role: FOUNDER_ROLE[account.company.type],
    deactivated: false,
    acceptedAt: context.occurredAt,
    sessionVersion: 1,
  });
  await tx.insert(preference, {
    id: context.newId(),
    userId,
    emailUpdateFrequency: 'DAILY',
    orderCompleteEmail: true,
  });
  await recordEvent(tx, context, { type: 'USER_CREATED', targetType: 'User', targetId: userId });
  return verificationStatus;
}
