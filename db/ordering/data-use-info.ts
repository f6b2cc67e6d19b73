import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText } from '#db/values/field-types.ts';
import { DataUseAgreement } from './data-use-agreement.ts';
import { RetentionPeriod } from './retention-period.ts';

/** The customer's permissions for an order's data, and the retention period; one row per order. */
export const dataUseInfo = defineEntity({
  name: 'DataUseInfo',
  table: 'data_use_info',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    agreementTypes: z.array(DataUseAgreement),
    otherText: longText.nullable(),
    retentionPeriod: RetentionPeriod,
    acceptedByUserId: ref,
    acceptedAt: instant,
    agreementVersion: requiredText,
  }),
  create: ['orderId', 'agreementTypes', 'otherText', 'retentionPeriod', 'agreementVersion'],
  update: [],
  list: { sort: ['acceptedAt'], filter: ['orderId', 'retentionPeriod'], search: [] },
  indexes: ['orderId'],
  // The disposal rule at the bench reads the retention period of the order.
  replica: { embedded: [{ collection: 'orders', as: 'dataUseInfos', parentKey: 'orderId' }] },
});
export type DataUseInfo = Row<typeof dataUseInfo>;
