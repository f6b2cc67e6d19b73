import { z } from 'zod';

/** The kinds of stored files by owner; each kind has its own bucket. */
export const FILE_TYPES = [
  'IMAGE',
  'INVOICE',
  'QC_REPORT',
  'LAB_DOCUMENT',
  'COMPANY_DOCUMENT',
  'ORDER_DOCUMENT',
  'SAMPLE_DOCUMENT',
  'SPECIMEN_DOCUMENT',
  'EQUIPMENT_DOCUMENT',
  'UPLOADED_DOCUMENT',
  'PROJECT_DOCUMENT',
  'STUDY_DOCUMENT',
  'LICENSE_DOCUMENT',
] as const;
export const FileType = z.enum(FILE_TYPES);
export type FileType = z.infer<typeof FileType>;
