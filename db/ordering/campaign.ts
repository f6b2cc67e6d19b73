import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, ref, requiredText } from '#db/values/field-types.ts';
import { CampaignStatus } from './campaign-status.ts';

/** A sponsored programme: who orders by its code pays nothing, the sponsor's company gets the invoice (domain 8.3). */
export const campaign = defineEntity({
  name: 'Campaign',
  table: 'campaign',
  schema: z.object({
    ...tenantFields,
    /** In capitals, once in a business unit; orders name it. */
    code: requiredText,
    name: requiredText,
    /** The sponsor. */
    companyId: ref,
    status: CampaignStatus,
    /** What the sponsor pays for each collection kit; null where kits cost nothing. */
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
