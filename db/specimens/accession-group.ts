import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { decimal, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { ACCESSION_GROUP_NUMBER } from '#db/values/julian-date.ts';
import { CoolantState } from './coolant-state.ts';
import { PackageCondition } from './package-condition.ts';

/** One receiving session: its specimens, the condition of the package, and who signed. */
export const accessionGroup = defineEntity({
  name: 'AccessionGroup',
  table: 'accession_group',
  schema: z.object({
    ...tenantFields,
    groupNumber: z.string().regex(ACCESSION_GROUP_NUMBER),
    orderIds: z.array(ref),
    receivedAt: instant,
    receivedById: ref,
    packageCondition: PackageCondition,
    packageTemperature: decimal.nullable(),
    coolantState: CoolantState.nullable(),
    trackingNumber: text.nullable(),
    packageCount: int.min(0),
    expectedCount: int,
    receivedCount: int,
    missingCount: int,
    unexpectedCount: int,
    quarantinedCount: int,
    photoFileIds: z.array(ref),
    notes: longText.nullable(),
    closedAt: instant.nullable(),
    signatureId: ref.nullable(),
  }),
  create: [],
  update: ['notes', 'photoFileIds'],
  list: {
    sort: ['receivedAt', 'groupNumber'],
    filter: ['packageCondition', 'receivedById'],
    search: ['groupNumber', 'trackingNumber'],
  },
  indexes: ['groupNumber', 'trackingNumber'],
  replica: { own: { collection: 'orders' } },
});
export type AccessionGroup = Row<typeof accessionGroup>;
