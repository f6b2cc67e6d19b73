import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { bool, bytes, int, ref, requiredText, text } from '../values/field-types.ts';
import { FileStatus } from './file-status.ts';
import { FileSubtype } from './file-subtype.ts';
import { FileType } from './file-type.ts';
import { ScanStatus } from './scan-status.ts';

/** The record of a stored file; the bytes are in the store under `key`. */
export const s3File = defineEntity({
  name: 'S3File',
  table: 's3_file',
  schema: z.object({
    ...tenantFields,
    title: requiredText,
    size: bytes,
    /** MIME type, by content and not by name. */
    type: requiredText,
    fileType: FileType,
    subType: FileSubtype.nullable(),
    bucket: requiredText,
    key: requiredText,
    status: FileStatus,
    sha256: text.nullable(),
    /** Size in bytes of the parts that are sent; null when the file is sent whole. */
    partSize: int.min(1).nullable(),
    scanStatus: ScanStatus,
    /** The finding of the scan in a quarantined file. */
    scanFinding: text.nullable(),
    /** The earlier version that this file replaces; the earlier one stays and is marked. */
    supersedesId: ref.nullable(),
    targetType: text.nullable(),
    targetId: ref.nullable(),
    customerVisible: bool,
    uploadedById: ref,
    downloadCount: int.min(0),
  }),
  create: [],
  update: [],
  list: {
    sort: ['createdAt', 'title', 'size'],
    filter: ['fileType', 'subType', 'status', 'targetId'],
    search: ['title'],
  },
  indexes: ['key', 'targetId', 'uploadedById', 'supersedesId'],
  replica: null,
});
export type S3File = Row<typeof s3File>;
