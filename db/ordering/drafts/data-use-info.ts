import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText } from '#db/values/field-types.ts';

/** How long data are kept after completion. */
export const RETENTION_PERIODS = [
  'YEARS_1',
  'YEARS_2',
  'YEARS_3',
  'YEARS_4',
  'YEARS_5',
  'YEARS_6',
  'YEARS_7',
  'YEARS_8',
  'YEARS_9',
  'YEARS_10',
  'YEARS_15',
  'INDEFINITE',
] as const;
export const RetentionPeriod = z.enum(RETENTION_PERIODS);
export type RetentionPeriod = z.infer<typeof RetentionPeriod>;

/** What the lab may do with the data; NO_RIGHTS excludes all others. */
export const DATA_USE_AGREEMENTS = [
  'NO_RIGHTS',
  'DEIDENTIFIED_DATA',
  'CLIENT_NAME',
  'REDISTRIBUTE_OR_SELL',
  'OTHER',
] as const;
export const DataUseAgreement = z.enum(DATA_USE_AGREEMENTS);
export type DataUseAgreement = z.infer<typeof DataUseAgreement>;

/** The label of each on screens. */
export const DATA_USE_AGREEMENT: Record<DataUseAgreement, string> = {
  NO_RIGHTS: 'No rights',
  DEIDENTIFIED_DATA: 'Use deidentified data',
  CLIENT_NAME: 'Use with client name',
  REDISTRIBUTE_OR_SELL: 'Redistribute or sell',
  OTHER: 'Other',
};

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
  indexes: ['orderId'],
  // The disposal rule at the bench reads the retention period of the order.
  replica: { embedded: [{ collection: 'orders', as: 'dataUseInfos', parentKey: 'orderId' }] },
});
export type DataUseInfo = Row<typeof dataUseInfo>;
