import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, longText, ref, requiredText } from '#db/values/field-types.ts';
import { CertificationResult, CertificationType } from './certification-type.ts';

/** One dated calibration, service or check of an instrument. */
export const certification = defineEntity({
  name: 'Certification',
  table: 'certification',
  schema: z.object({
    ...tenantFields,
    equipmentId: ref,
    type: CertificationType,
    performedOn: date,
    performedBy: requiredText,
    expiresOn: date,
    result: CertificationResult,
    certificateFileId: ref.nullable(),
    notes: longText.nullable(),
  }),
  create: [
    'equipmentId',
    'type',
    'performedOn',
    'performedBy',
    'expiresOn',
    'result',
    'certificateFileId',
    'notes',
  ],
  update: ['certificateFileId', 'notes'],
  list: {
    sort: ['performedOn', 'expiresOn'],
    filter: ['equipmentId', 'type', 'result'],
    search: ['performedBy'],
  },
  indexes: ['equipmentId'],
  replica: { embedded: [{ collection: 'equipment', as: 'certifications', parentKey: 'equipmentId' }] },
});
export type Certification = Row<typeof certification>;
