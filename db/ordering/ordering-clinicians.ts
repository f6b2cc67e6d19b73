import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { mayOrder } from '#db/patients/may-order.ts';
import type { Transaction } from '#db/transaction.ts';
import { lookUpKey } from './manifest/manifest-context.ts';

/** The clinicians of some companies who may be ordering physician on a day: their user ids, and names as they are compared. */
export async function orderingClinicians(
  tx: Transaction,
  companyIds: readonly string[],
  day: string,
): Promise<{ ids: ReadonlySet<string>; names: ReadonlySet<string> }> {
  const members = (await tx.find(userCompany, { companyId: companyIds })).filter(
    ({ deactivated }) => !deactivated,
  );
  const userIds = [...new Set(members.map(({ userId }) => userId))].sort();
  if (userIds.length === 0) return { ids: new Set(), names: new Set() };
  const licenses = await tx.find(clinicianLicense, { userId: userIds });
  const ids = userIds.filter((id) =>
    mayOrder(
      licenses.filter(({ userId }) => userId === id),
      day,
    ),
  );
  const people = ids.length === 0 ? [] : await tx.find(user, { id: ids });
  return { ids: new Set(ids), names: new Set(people.map(({ name, email }) => lookUpKey(name ?? email))) };
}
