import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { bool, bytes, int, ref, requiredText, text } from '../values/field-types.ts';
import { FileStatus } from './file-status.ts';
import { FileSubtype } from './file-subtype.ts';
import { FileType } from './file-type.ts';
import { ScanStatus } from './scan-status.ts';

/** A stored file: what it is called, holds and belongs to; the bytes are in the store under `key`. */
export const s3File = defineEntity({
  name: 'S3File',
  table: 's3_file',
  schema: z.object({
    ...tenantFields,
    title: requiredText,
    size: bytes,
    /** MIME type, as the content says, not the name. */
    type: requiredText,
    fileType: FileType,
    subType: FileSubtype.nullable(),
    bucket: requiredText,
    key: requiredText,
    status: FileStatus,
    sha256: text.nullable(),
    /** How large the parts are that it is sent in; null when it comes whole. */
    partSize: int.min(1).nullable(),
    scanStatus: ScanStatus,
    /** What was found in a quarantined file. */
    scanFinding: text.nullable(),
    /** The earlier version whose place it takes, which stays and is marked. */
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
