import type { FileSubtype } from './file-subtype.ts';

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
