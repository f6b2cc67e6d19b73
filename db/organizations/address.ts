import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, ref, requiredText, text } from '#db/values/field-types.ts';
import { AddressKind } from './address-kind.ts';

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
    state: requiredText,
    postalCode: requiredText,
    country: z.string().regex(/^[A-Z]{2}$/),
    phone: z
      .string()
      .regex(/^\d{10}$/)
      .nullable(),
    companyId: ref.nullable(),
    isDefault: bool,
  }),
  create: [
    'kind',
    'attention',
    'line1',
    'line2',
    'city',
    'state',
    'postalCode',
    'country',
    'phone',
    'companyId',
    'isDefault',
  ],
  update: ['attention', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone', 'isDefault'],
  list: { sort: ['city', 'kind'], filter: ['kind', 'companyId'], search: ['line1', 'city', 'postalCode'] },
  indexes: ['companyId'],
  replica: null,
});
export type Address = Row<typeof address>;
