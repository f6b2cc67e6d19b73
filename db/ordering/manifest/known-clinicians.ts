import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { mayOrder } from '#db/patients/may-order.ts';
import type { Transaction } from '#db/transaction.ts';
import { normalizeKey } from './manifest-context.ts';

/** Return the company at the top of a medical group: the parent, or the company itself. */
export const groupOf = (owner: Pick<Company, 'id' | 'parentCompanyId'>): string =>
  owner.parentCompanyId ?? owner.id;

/** Return the companies of a medical group: the top company and all its locations. */
export async function companiesOfGroup(tx: Transaction, owner: Company): Promise<string[]> {
  const group = groupOf(owner);
  const below = await tx.find(company, { parentCompanyId: group });
  return [group, ...below.map(({ id }) => id)];
}

/**
 * Return the people of the medical group who may be ordering physician on a day: printed name by name and by
 * NPI.
 */
export async function knownClinicians(
  tx: Transaction,
  owner: Company,
  day: string,
): Promise<Map<string, string>> {
  const companyId = await companiesOfGroup(tx, owner);
  const members = (await tx.find(userCompany, { companyId })).filter(({ deactivated }) => !deactivated);
  const userId = [...new Set(members.map((row) => row.userId))];
  if (userId.length === 0) return new Map();
  const licenses = await tx.find(clinicianLicense, { userId });
  const able = userId.filter((id) =>
    mayOrder(
      licenses.filter((license) => license.userId === id),
      day,
    ),
  );
  const people = able.length > 0 ? await tx.find(user, { id: able }) : [];
  const known = new Map<string, string>();
  for (const { id, name, email } of people) {
    const printed = name ?? email;
    known.set(normalizeKey(printed), printed);
    for (const { npi, userId: owns } of licenses) if (npi !== null && owns === id) known.set(npi, printed);
  }
  return known;
}
