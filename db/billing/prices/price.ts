import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { cents, date, instant, int, longText, ref } from '#db/values/field-types.ts';

/**
 * The price of one specimen of a protocol from a number of specimens on, for a kind of company or for all.
 */
export const price = defineEntity({
  name: 'Price',
  table: 'price',
  schema: z.object({
    ...tenantFields,
    protocolId: ref,
    amount: cents,
    minQuantity: int.min(1),
    /** Null means every kind of company. */
    companyType: CompanyType.nullable(),
    effectiveFrom: date,
    /** The last day; null while the price has no end. */
    effectiveTo: date.nullable(),
    createdReason: longText.nullable(),
  }),
  indexes: ['protocolId'],
  replica: null,
});
export type Price = Row<typeof price>;

/** The price of one specimen of a protocol within a project; it counts once approved. */
export const projectBasedPricing = defineEntity({
  name: 'ProjectBasedPricing',
  table: 'project_based_pricing',
  schema: z.object({
    ...tenantFields,
    projectId: ref,
    protocolId: ref,
    amount: cents,
    effectiveFrom: date,
    /** The last day; null while the price has no end. */
    effectiveTo: date.nullable(),
    /** The maximum number of specimens over all orders of the project; null is any number. */
    maxSpecimens: int.min(1).nullable(),
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
  }),
  list: {
    sort: ['amount', 'effectiveFrom', 'effectiveTo', 'createdAt'],
    filter: ['projectId', 'protocolId'],
    search: [],
  },
  indexes: ['projectId', 'protocolId'],
  replica: null,
});
export type ProjectBasedPricing = Row<typeof projectBasedPricing>;
