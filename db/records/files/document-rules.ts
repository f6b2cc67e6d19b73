import type { Grant } from '#db/access/families.ts';
import { DOCUMENT_EXTENSIONS, UPLOAD_EXTENSIONS } from '#db/values/file-name.ts';
import type { FileSubtype, FileTargetType, FileType } from './file-type.ts';
import { holdsResults, isData, isQcReport, RESULT_SUBTYPES } from './result-files.ts';

/** 50 MB in decimal units, as the specification counts. */
export const MAX_DOCUMENT_SIZE = 50_000_000;

interface DocumentRule {
  /** The record type to which the document belongs; null for a document without a record. */
  target: FileTargetType | null;
  subTypes: readonly FileSubtype[];
  /** Staff with any of these grants may attach one. */
  staff: readonly Grant[];
  /** Customers with any of these grants may attach one to their own records; empty where they may not. */
  customers: readonly Grant[];
  /** The grant to read them: staff all, customers the visible ones of their own records. */
  readers: Grant;
  /** The grant for customers, where it differs. */
  customerReaders: Grant | null;
}

/** Documents that people upload (the lab itself makes the others), with the grants. */
export const DOCUMENT_RULES = {
  ORDER_DOCUMENT: {
    target: 'Order',
    subTypes: ['PURCHASE_ORDER', 'ATTACHMENT'],
    staff: ['lab/orders/files:create'],
    customers: ['create-order:create'],
    readers: 'lab/orders:read',
    customerReaders: 'orders:read',
  },
  SPECIMEN_DOCUMENT: {
    target: 'Specimen',
    subTypes: ['ATTACHMENT'],
    staff: ['lab/specimens/files:create', 'specimens/documents:create'],
    customers: ['specimens/documents:create'],
    readers: 'lab/specimens:read',
    customerReaders: 'specimens:read',
  },
  SAMPLE_DOCUMENT: {
    target: 'Sample',
    subTypes: ['ATTACHMENT'],
    staff: ['lab/samples/files:create'],
    customers: [],
    readers: 'lab/samples:read',
    customerReaders: null,
  },
  COMPANY_DOCUMENT: {
    target: 'Company',
    subTypes: ['ATTACHMENT', 'CREDENTIALS'],
    staff: ['companies:update'],
    customers: ['companies:update'],
    readers: 'companies:read',
    customerReaders: 'companies:read',
  },
  PROJECT_DOCUMENT: {
    target: 'Project',
    subTypes: ['ATTACHMENT'],
    staff: ['projects:create', 'lab/projects:create'],
    customers: ['projects:create'],
    readers: 'projects:read',
    customerReaders: 'projects:read',
  },
  LICENSE_DOCUMENT: {
    target: 'ClinicianLicense',
    subTypes: ['CREDENTIALS', 'ATTACHMENT'],
    staff: ['clinician-licenses:update'],
    customers: ['clinician-licenses:update'],
    readers: 'clinician-licenses:read',
    customerReaders: 'clinician-licenses:read',
  },
  EQUIPMENT_DOCUMENT: {
    target: 'Equipment',
    subTypes: ['ATTACHMENT'],
    staff: ['lab/equipment:update'],
    customers: [],
    readers: 'lab/equipment:read',
    customerReaders: null,
  },
  // The instrument's own report on a run: what customers get of it is attached to their specimens.
  QC_REPORT: {
    target: 'BatchResult',
    subTypes: ['SEQUENCING_QC_REPORT', 'QC_REPORT'],
    staff: ['internal/results:create'],
    customers: [],
    readers: 'internal/results:read',
    customerReaders: null,
  },
  ANALYSIS_DOCUMENT: {
    target: 'Analysis',
    subTypes: ['ATTACHMENT'],
    staff: ['lab/analysis:update'],
    customers: [],
    readers: 'lab/analysis:read',
    customerReaders: null,
  },
  LAB_DOCUMENT: {
    target: null,
    subTypes: ['ATTACHMENT'],
    staff: ['s3:create'],
    customers: [],
    readers: 's3:read',
    customerReaders: null,
  },
  UPLOADED_DOCUMENT: {
    target: null,
    subTypes: ['ATTACHMENT', 'MANIFEST'],
    staff: ['s3:create'],
    customers: ['s3:create'],
    readers: 's3:read',
    customerReaders: null,
  },
} as const satisfies Partial<Record<FileType, DocumentRule>>;

/** Find the rule of a kind of document; undefined for kinds that nobody uploads. */
export const documentRule = (fileType: FileType): DocumentRule | undefined =>
  new Map<FileType, DocumentRule>(Object.entries(DOCUMENT_RULES) as [FileType, DocumentRule][]).get(fileType);

/**
 * List what a person may upload as such a document: only the lab uploads results, and files of customers are never
 * results.
 */
export function subTypesFor(fileType: FileType, isStaff: boolean): readonly FileSubtype[] {
  const subTypes = documentRule(fileType)?.subTypes ?? [];
  return isStaff && holdsResults(fileType) ? [...subTypes, ...RESULT_SUBTYPES] : subTypes;
}

/** 5 GB. */
export const MAX_DATA_FILE_SIZE = 5_000_000_000;
/** Size of one part of a file that is sent in parts, in bytes; the last part is the remainder. */
export const PART_SIZE = 8_000_000;

/** A QC report is read by people or compared by programs: neither a picture nor an archive. */
const QC_REPORT_EXTENSIONS = ['pdf', 'html', 'csv', 'tsv', 'xlsx', 'json', 'txt'] as const;

/** Return the allowed extensions and the size limit of a kind of file. */
export const fileLimits = (
  subType: FileSubtype | null,
): { extensions: readonly string[]; largest: number; tooLarge: string } =>
  isData(subType)
    ? {
        extensions: UPLOAD_EXTENSIONS,
        largest: MAX_DATA_FILE_SIZE,
        tooLarge: 'The file is larger than 5 GB. Split it, or pack it, and upload the pieces.',
      }
    : {
        extensions: isQcReport(subType) ? QC_REPORT_EXTENSIONS : DOCUMENT_EXTENSIONS,
        largest: MAX_DOCUMENT_SIZE,
        tooLarge: 'The file is larger than 50 MB. Choose a smaller one.',
      };

/**
 * Return how many parts of a file are sent at once (specification 9): one of a POD5 file, three of any other.
 */
export const partsAtOnce = (subType: FileSubtype | null): number => (subType === 'POD5' ? 1 : 3);

/** Count the parts of a file of this size. */
export const partsOf = (size: number, partSize: number): number => Math.ceil(size / partSize);
