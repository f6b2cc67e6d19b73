import { address } from '#db/organizations/address.ts';
import type { AddressKind } from '#db/organizations/address-kind.ts';
import type { Transaction } from '#db/transaction.ts';
import { OrderAddress } from './order-address.ts';

/** Return a copy of the company's own address of a kind; null when it has none. */
export async function companyAddress(
  tx: Transaction,
  companyId: string,
  kind: AddressKind,
): Promise<OrderAddress | undefined> {
  const rows = (await tx.find(address, { companyId })).filter((row) => row.kind === kind);
  const row = rows.find(({ isDefault }) => isDefault) ?? rows[0];
  if (!row) return undefined;
  const { attention, line1, line2, city, state, postalCode, country, phone } = row;
  return OrderAddress.parse({ attention, line1, line2, city, state, postalCode, country, phone });
}
