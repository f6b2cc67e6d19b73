import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { decimal, instant, int, longText, ref, text } from '#db/values/field-types.ts';
import { ACCESSION_GROUP_NUMBER } from '#db/values/julian-date.ts';

/** The state of the coolant on arrival. */
export const COOLANT_STATES = ['FROZEN', 'MELTED', 'NONE'] as const;
export const CoolantState = z.enum(COOLANT_STATES);
export type CoolantState = z.infer<typeof CoolantState>;

/** The screen text of each state. */
export const COOLANT_STATE: Record<CoolantState, string> = {
  FROZEN: 'Frozen',
  MELTED: 'Melted',
  NONE: 'No coolant',
};

/** The condition of a package on arrival; anything but INTACT needs a note or a photo. */
export const PACKAGE_CONDITIONS = [
  'INTACT',
  'DAMAGED',
  'LEAKING',
  'OPENED',
  'TEMPERATURE_EXCURSION',
] as const;
export const PackageCondition = z.enum(PACKAGE_CONDITIONS);
export type PackageCondition = z.infer<typeof PackageCondition>;

/** The screen text of each condition. */
export const PACKAGE_CONDITION: Record<PackageCondition, string> = {
  INTACT: 'Intact',
  DAMAGED: 'Damaged',
  LEAKING: 'Leaking',
  OPENED: 'Opened',
  TEMPERATURE_EXCURSION: 'Temperature excursion',
};

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
  indexes: ['groupNumber', 'trackingNumber'],
  replica: { own: { collection: 'orders' } },
});
export type AccessionGroup = Row<typeof accessionGroup>;
