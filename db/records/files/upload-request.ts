import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { FileSubtype, FileTargetType, FileType } from './file-type.ts';

/** Body of `POST /api/s3/presigned`. */
export const UploadRequest = z.strictObject({
  title: z.string().trim().min(1).max(255),
  size: z.int().min(1, 'The file is empty.'),
  type: z.string().min(1).max(200),
  fileType: FileType,
  subType: FileSubtype.nullish(),
  targetType: FileTargetType.nullish(),
  targetId: Id.nullish(),
  /** Required from staff: whether the document is visible to the customer. */
  customerVisible: z.boolean().nullish(),
  /** True for an upload in parts, each with its digest; mandatory for files larger than a document. */
  inParts: z.boolean().nullish(),
  /** The earlier version that this file replaces. */
  supersedesId: Id.nullish(),
});
export type UploadRequest = z.infer<typeof UploadRequest>;

/** An upload to a record that the address names. */
export const RecordUpload = UploadRequest.omit({ fileType: true, targetType: true, targetId: true });

/** The upload target: one URL, or URLs of parts below it. */
export const PendingUpload = z.object({
  url: z.string(),
  id: z.string(),
  key: z.string(),
  partSize: z.number().optional(),
});
export type PendingUpload = z.infer<typeof PendingUpload>;

/** Names the kind of the file whose URL is asked for. */
export const FileKind = z.strictObject({ fileType: FileType });

/** The record to which files are uploaded. */
export const UploadTarget = z.strictObject({ targetType: FileTargetType, targetId: Id });

/** What signs the URL of a file: until when it is valid, and the signature. */
export const SignedLink = z.object({
  expires: z.coerce.number().int(),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A part of a large file by its number, from 0. */
export const PartAddress = z.object({ id: Id, part: z.coerce.number().int().min(0).max(100_000) });

/** The digest that a part must have. */
export const PartDigest = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
