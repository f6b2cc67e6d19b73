import { z } from 'zod';

/** What a certificate is about. */
export const CERTIFICATION_TYPES = ['CALIBRATION', 'PREVENTIVE_MAINTENANCE', 'PERFORMANCE_CHECK'] as const;
export const CertificationType = z.enum(CERTIFICATION_TYPES);
export type CertificationType = z.infer<typeof CertificationType>;

/** How it ended. */
export const CERTIFICATION_RESULTS = ['PASS', 'FAIL'] as const;
export const CertificationResult = z.enum(CERTIFICATION_RESULTS);
export type CertificationResult = z.infer<typeof CertificationResult>;

/** How a kind of certificate is worded. */
export const CERTIFICATION_TYPE: Record<CertificationType, { label: string }> = {
  CALIBRATION: { label: 'Calibration' },
  PREVENTIVE_MAINTENANCE: { label: 'Preventive maintenance' },
  PERFORMANCE_CHECK: { label: 'Performance check' },
};
