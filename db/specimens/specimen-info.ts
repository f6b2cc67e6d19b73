import { z } from 'zod';
import { instant } from '#db/values/field-types.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';

/** Information that work on a specimen requires, as customers complete it later. */
export const SpecimenInfo = z
  .strictObject({
    patientMrn: orEmpty(oneLine('', 60)),
    physician: orEmpty(oneLine('', 120)),
    collectedAt: instant.nullable(),
    otherSpeciesText: orEmpty(oneLine('', 100)),
    otherSpecimenTypeText: orEmpty(oneLine('', 100)),
  })
  .partial();
export type SpecimenInfo = z.infer<typeof SpecimenInfo>;
export const INFO_FIELDS = SpecimenInfo.keyof().options;
export type InfoField = keyof SpecimenInfo;

/** The screen text of each field. */
export const INFO_FIELD: Record<InfoField, string> = {
  patientMrn: 'patient MRN',
  physician: 'physician',
  collectedAt: 'collection time',
  otherSpeciesText: 'species',
  otherSpecimenTypeText: 'specimen type',
};
