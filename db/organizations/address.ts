import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, ref, requiredText, text } from '#db/values/field-types.ts';

/** The purpose of an address. */
export const ADDRESS_KINDS = ['BILLING', 'SHIPPING', 'SITE'] as const;
export const AddressKind = z.enum(ADDRESS_KINDS);
export type AddressKind = z.infer<typeof AddressKind>;

/** The screen text of each kind. */
export const ADDRESS_KIND: Record<AddressKind, string> = {
  BILLING: 'Billing',
  SHIPPING: 'Shipping',
  SITE: 'Site',
};

/** A billing, shipping or site address of a company. */
export const address = defineEntity({
  name: 'Address',
  table: 'address',
  schema: z.object({
    ...tenantFields,
    kind: AddressKind,
    attention: text.nullable(),
    line1: requiredText,
    line2: text.nullable(),
    city: requiredText,
    /** Empty in countries whose addresses have no such part. */
    state: text,
    postalCode: text,
    country: z.string().regex(/^[A-Z]{2}$/),
    phone: text.nullable(),
    companyId: ref.nullable(),
    isDefault: bool,
  }),
  indexes: ['companyId'],
  replica: null,
});
export type Address = Row<typeof address>;

/** Format an address on one line, for the history and lists. */
export const addressLine = ({
  attention,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
}: Pick<Address, 'attention' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>): string =>
  [attention, line1, line2, city, `${state} ${postalCode}`.trim(), country].filter((part) => part).join(', ');
