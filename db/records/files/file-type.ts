import { z } from 'zod';

/** The kinds of stored files by owner; each kind has its own bucket. */
const FILE_TYPES = [
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
  'ANALYSIS_DOCUMENT',
] as const;
export const FileType = z.enum(FILE_TYPES);
export type FileType = z.infer<typeof FileType>;

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

/** The records that documents are attached to. */
const FILE_TARGET_TYPES = [
  'Order',
  'Specimen',
  'Sample',
  'Company',
  'Project',
  'ClinicianLicense',
  'Equipment',
  'SupportRequest',
  'BatchResult',
  'Analysis',
] as const;
export const FileTargetType = z.enum(FILE_TARGET_TYPES);
export type FileTargetType = z.infer<typeof FileTargetType>;

/** The screen text of each sub-type of a file. */
export const FILE_SUBTYPE_LABEL: Record<FileSubtype, string> = {
  RAW_DATA: 'Raw data',
  REPORT: 'Report',
  QC_REPORT: 'QC report',
  SEQUENCING_QC_REPORT: 'Sequencing QC report',
  SUMMARY_REPORT: 'Summary report',
  CLINICAL_REPORT: 'Clinical report',
  UNALIGNED_BAM: 'Unaligned BAM',
  ALIGNED_BAM: 'Aligned BAM',
  POD5: 'POD 5',
  METHYLATION: 'Methylation (CH3)',
  LAB_RESULTS: 'Lab results',
  PURCHASE_ORDER: 'Purchase order',
  ATTACHMENT: 'Attachment',
  MANIFEST: 'Manifest',
  CREDENTIALS: 'Credentials',
};
