import { z } from 'zod';

/** The kind of a certificate. */
export const CERTIFICATION_TYPES = ['CALIBRATION', 'PREVENTIVE_MAINTENANCE', 'PERFORMANCE_CHECK'] as const;
export const CertificationType = z.enum(CERTIFICATION_TYPES);
export type CertificationType = z.infer<typeof CertificationType>;

/** The result of a certification. */
export const CERTIFICATION_RESULTS = ['PASS', 'FAIL'] as const;
export const CertificationResult = z.enum(CERTIFICATION_RESULTS);
export type CertificationResult = z.infer<typeof CertificationResult>;

/** The label of each kind of certificate. */
export const CERTIFICATION_TYPE: Record<CertificationType, { label: string }> = {
  CALIBRATION: { label: 'Calibration' },
  PREVENTIVE_MAINTENANCE: { label: 'Preventive maintenance' },
  PERFORMANCE_CHECK: { label: 'Performance check' },
};
