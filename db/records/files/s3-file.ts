import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, bytes, int, ref, requiredText, text } from '#db/values/field-types.ts';
import { FileSubtype, FileType } from './file-type.ts';

/** PENDING until the bytes have arrived and were checked. */
const FILE_STATUSES = ['PENDING', 'STORED', 'DELETED'] as const;
const FileStatus = z.enum(FILE_STATUSES);

/** Whether a stored file was scanned for malware; only clean files are served. */
const SCAN_STATUSES = ['WAITING', 'CLEAN', 'QUARANTINED'] as const;
export const ScanStatus = z.enum(SCAN_STATUSES);
export type ScanStatus = z.infer<typeof ScanStatus>;

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
  indexes: ['key', 'targetId', 'uploadedById', 'supersedesId'],
  replica: null,
});
export type S3File = Row<typeof s3File>;
