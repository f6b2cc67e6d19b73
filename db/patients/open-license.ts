import { hasCapability } from '#db/access/capabilities.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { type Role, seesAllCompanies, seesChildCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { actorPermissions } from '#db/identity/people-in-reach.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ClinicianLicense, clinicianLicense } from './clinician-license.ts';

/** Check whether a person may decide about licenses that await verification. */
export const reviewsLicenses = (role: Role, permissions: readonly string[]): boolean =>
  hasCapability(role, 'reviewLicenses') && hasPermissionForAll(permissions, 'CLINICIAN_LICENSE_EDIT');

const notFound = () => refuse('NOT_FOUND', MESSAGES.notFound);

/**
 * Check that the person is a clinician in the actor's access scope: themselves, in an own company, or for
 * staff anybody.
 */
async function requireClinician(tx: Transaction, { actor }: OperationContext, userId: string): Promise<void> {
  const memberships = (await tx.find(userCompany, { userId })).filter(({ role }) =>
    hasCapability(role, 'holdLicenses'),
  );
  if (memberships.length === 0) throw notFound();
  if (userId === actor.userId || seesAllCompanies(actor.role)) return;
  const manages = hasCapability(actor.role, 'manageLicenses');
  for (const { companyId } of memberships) {
    if (manages && companyId === actor.companyId) return;
    if (!seesChildCompanies(actor.role) || !manages) continue;
    if ((await tx.get(company, companyId))?.parentCompanyId === actor.companyId) return;
  }
  throw notFound();
}

/** Refuse anybody who may not enter or change the licenses of this person. */
export async function requireLicenseEditor(
  tx: Transaction,
  context: OperationContext,
  userId: string,
): Promise<void> {
  onlineOnly(context);
  await requireClinician(tx, context, userId);
  const { role } = context.actor;
  const permissions = await actorPermissions(tx, context);
  const edits = seesAllCompanies(role)
    ? hasPermissionForAll(permissions, 'CLINICIAN_LICENSE_EDIT')
    : hasPermission(permissions, 'CLINICIAN_LICENSE_EDIT');
  if (!edits) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

/** Load a license, or throw NOT_FOUND. */
export async function findLicense(tx: Transaction, licenseId: string): Promise<ClinicianLicense> {
  const row = await tx.get(clinicianLicense, licenseId);
  if (!row || row.deleted) throw notFound();
  return row;
}

/** Load a license for the actor's decision; nobody decides about their own. */
export async function findLicenseToReview(
  tx: Transaction,
  context: OperationContext,
  licenseId: string,
): Promise<ClinicianLicense> {
  onlineOnly(context);
  const { role, userId } = context.actor;
  if (!reviewsLicenses(role, await actorPermissions(tx, context)))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const row = await findLicense(tx, licenseId);
  if (row.userId === userId) throw refuse('OWN_LICENSE', 'Somebody else must verify your own license.');
  return row;
}
