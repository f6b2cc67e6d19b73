import type { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';

const TYPES: Record<(typeof DOCUMENT_EXTENSIONS)[number], string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  json: 'application/json',
  zip: 'application/zip',
  gz: 'application/gzip',
  html: 'text/html',
};

/** The MIME type of a document by its extension; the content is checked on arrival. */
export const DOCUMENT_TYPE: Readonly<Record<string, string>> = TYPES;
