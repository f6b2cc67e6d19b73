import type { Grant } from '#db/access/families.ts';
import type { FileSubtype } from './file-subtype.ts';
import type { FileTargetType } from './file-target-type.ts';
import type { FileType } from './file-type.ts';

/** 50 MB in the specification's sizes, which count by thousands. */
export const MAX_DOCUMENT_SIZE = 50_000_000;

interface DocumentRule {
  /** The record that it is attached to; null for a document that stands by itself. */
  target: FileTargetType | null;
  subTypes: readonly FileSubtype[];
  /** Any of these lets staff attach one. */
  staff: readonly Grant[];
  /** Any of these lets customers attach one to what is theirs; none where they may not. */
  customers: readonly Grant[];
  /** Whoever holds this reads them, staff all, customers what they are shown of what is theirs. */
  readers: Grant;
  /** The same for customers, where it is another grant. */
  customerReaders: Grant | null;
}

/** Documents that people upload (the others are made by the lab itself), and who may. */
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

/** The rule of a kind of document; undefined for those that nobody uploads. */
export const documentRule = (fileType: FileType): DocumentRule | undefined =>
  new Map<FileType, DocumentRule>(Object.entries(DOCUMENT_RULES) as [FileType, DocumentRule][]).get(fileType);
