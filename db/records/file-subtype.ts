import { z } from 'zod';

/** The content of a stored file. */
export const FILE_SUBTYPES = [
  'RAW_DATA',
  'REPORT',
  'QC_REPORT',
  'SEQUENCING_QC_REPORT',
  'SUMMARY_REPORT',
  'CLINICAL_REPORT',
  'UNALIGNED_BAM',
  'ALIGNED_BAM',
  'POD5',
  'METHYLATION',
  'LAB_RESULTS',
  'PURCHASE_ORDER',
  'ATTACHMENT',
  'MANIFEST',
  'CREDENTIALS',
] as const;
export const FileSubtype = z.enum(FILE_SUBTYPES);
export type FileSubtype = z.infer<typeof FileSubtype>;
