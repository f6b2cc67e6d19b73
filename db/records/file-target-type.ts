import { z } from 'zod';

/** The records that documents are attached to. */
export const FILE_TARGET_TYPES = [
  'Order',
  'Specimen',
  'Sample',
  'Company',
  'Project',
  'ClinicianLicense',
  'Equipment',
  'SupportRequest',
] as const;
export const FileTargetType = z.enum(FILE_TARGET_TYPES);
export type FileTargetType = z.infer<typeof FileTargetType>;
