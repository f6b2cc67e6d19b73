import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, longText, ref, requiredText } from '#db/values/field-types.ts';

/** The kind of a certificate. */
export const CERTIFICATION_TYPES = ['CALIBRATION', 'PREVENTIVE_MAINTENANCE', 'PERFORMANCE_CHECK'] as const;
const CertificationType = z.enum(CERTIFICATION_TYPES);
type CertificationType = z.infer<typeof CertificationType>;

/** The result of a certification. */
const CERTIFICATION_RESULTS = ['PASS', 'FAIL'] as const;
const CertificationResult = z.enum(CERTIFICATION_RESULTS);

/**
 * The label of each kind of certificate.
 * @public
 */
export const CERTIFICATION_TYPE: Record<CertificationType, { label: string }> = {
  CALIBRATION: { label: 'Calibration' },
  PREVENTIVE_MAINTENANCE: { label: 'Preventive maintenance' },
  PERFORMANCE_CHECK: { label: 'Performance check' },
};

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
  indexes: ['equipmentId'],
  replica: { embedded: [{ collection: 'equipment', as: 'certifications', parentKey: 'equipmentId' }] },
});
export type Certification = Row<typeof certification>;
