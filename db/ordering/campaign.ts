import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, ref, requiredText } from '#db/values/field-types.ts';
import { CampaignStatus } from './campaign-status.ts';

/**
 * A sponsored program: orders with its code are free for the orderer, the sponsor's company gets the invoice
 * (domain 8.3).
 */
export const campaign = defineEntity({
  name: 'Campaign',
  table: 'campaign',
  schema: z.object({
    ...tenantFields,
    /** In capitals, unique in a business unit; orders use it. */
    code: requiredText,
    name: requiredText,
    /** The sponsor. */
    companyId: ref,
    status: CampaignStatus,
    /** The sponsor's price of each collection kit; null when kits cost nothing. */
    kitFee: cents.nullable(),
  }),
  create: ['code', 'name', 'companyId', 'kitFee'],
  update: ['name'],
  list: {
    sort: ['code', 'name', 'status', 'createdAt'],
    filter: ['companyId', 'status'],
    search: ['code', 'name'],
  },
  indexes: ['code', 'companyId'],
  replica: null,
});
export type Campaign = Row<typeof campaign>;
