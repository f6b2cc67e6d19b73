import type { Grant } from '#db/access/families.ts';
import type { FileSubtype } from './file-subtype.ts';
import type { FileTargetType } from './file-target-type.ts';
import type { FileType } from './file-type.ts';

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
