import { z } from 'zod';
import { type AddressKind, address } from '#db/organizations/address.ts';
import type { Transaction } from '#db/transaction.ts';
import { addressFormat } from '#db/values/address-format.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';

const part = (limit: number) => orEmpty(oneLine('', limit)).default(null);

/** An address of an order, copied so that a later move of the company changes no old order. */
export const OrderAddress = z.strictObject({
  attention: part(100),
  line1: part(200),
  line2: part(200),
  city: part(100),
  state: part(100),
  postalCode: part(20),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a country.')
    .default('US'),
  phone: orEmpty(Phone).default(null),
});
export type OrderAddress = z.infer<typeof OrderAddress>;

const ADDRESS_PARTS = ['line1', 'city', 'state', 'postalCode', 'country'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** Return the parts that an address of its country needs and lacks; a draft may lack any. */
export function missingParts(address: unknown): AddressPart[] {
  const known = OrderAddress.safeParse(address ?? {}).data;
  const format = addressFormat(known?.country ?? 'US');
  const isNeeded = (name: AddressPart): boolean =>
    name === 'state' || name === 'postalCode' ? (format[name]?.isRequired ?? false) : true;
  return ADDRESS_PARTS.filter((name) => isNeeded(name) && !known?.[name]);
}

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
