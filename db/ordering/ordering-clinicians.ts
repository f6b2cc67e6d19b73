import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { mayOrder } from '#db/patients/may-order.ts';
import type { Transaction } from '#db/transaction.ts';
import { normalizeKey } from './manifest/manifest-context.ts';

/** Clinicians who may be ordering physician: their user ids, and their names for comparison and display. */
export interface OrderingClinicians {
  ids: ReadonlySet<string>;
  names: ReadonlySet<string>;
  printed: readonly string[];
}
export const NO_CLINICIANS: OrderingClinicians = { ids: new Set(), names: new Set(), printed: [] };

/** Return the clinicians of some companies who may be ordering physician on a day. */
export async function orderingClinicians(
  tx: Transaction,
  companyIds: readonly string[],
  day: string,
): Promise<OrderingClinicians> {
  const members = (await tx.find(userCompany, { companyId: companyIds })).filter(
    ({ deactivated }) => !deactivated,
  );
  const userIds = [...new Set(members.map(({ userId }) => userId))].sort();
  if (userIds.length === 0) return NO_CLINICIANS;
  const licenses = await tx.find(clinicianLicense, { userId: userIds });
  const ids = userIds.filter((id) =>
    mayOrder(
      licenses.filter(({ userId }) => userId === id),
      day,
    ),
  );
  const people = ids.length === 0 ? [] : await tx.find(user, { id: ids });
  const printed = people.map(({ name, email }) => name ?? email).sort();
  return { ids: new Set(ids), names: new Set(printed.map(normalizeKey)), printed };
}
