import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { FileSubtype, FileTargetType, FileType } from './file-type.ts';
import { ScanStatus, s3File } from './s3-file.ts';

/** A stored file as lists show it. */
export const ShownFile = s3File.schema
  .pick({
    id: true,
    title: true,
    size: true,
    type: true,
    fileType: true,
    subType: true,
    key: true,
    targetType: true,
    targetId: true,
    customerVisible: true,
    uploadedById: true,
    downloadCount: true,
    scanStatus: true,
    scanFinding: true,
    createdAt: true,
  })
  .extend({
    uploadedByName: z.string().nullable(),
    /** Whether a newer version has replaced it. */
    superseded: z.boolean(),
    /** Whether it is a recalled result, which customers never get again. */
    recalled: z.boolean(),
    /** The specimen of the file, in the list of an order. */
    specimenName: z.string().nullable(),
    /** Whether customers may have it yet; results only after their release. */
    released: z.boolean(),
    /** Whether the reader may delete it. */
    removable: z.boolean(),
  });
export type ShownFile = z.infer<typeof ShownFile>;

/** A file whose upload has begun but is not complete; the missing parts are sent later. */
export const UnfinishedFile = z.object({
  id: z.string(),
  title: z.string(),
  size: z.number(),
  subType: FileSubtype.nullable(),
  partSize: z.number(),
  /** The parts that have arrived, counted from 0, with their digests. */
  arrived: z.array(z.object({ part: z.number(), sha256: z.string() })),
});
export type UnfinishedFile = z.infer<typeof UnfinishedFile>;

/** Query of `GET /api/s3/downloads`: the files of a record, or without one the person's own uploads. */
export const FilesQuery = z
  .strictObject({
    targetType: FileTargetType.optional(),
    targetId: Id.optional(),
    /** For an order: include the files of its specimens. */
    specimens: z.literal('true').optional(),
  })
  .refine(({ targetType, targetId }) => (targetType === undefined) === (targetId === undefined), {
    message: 'Name the record by its kind and its id.',
  });
export type FilesQuery = z.infer<typeof FilesQuery>;

/** `GET /api/s3/downloads`, out. */
export const ShownFiles = z.object({ rows: z.array(ShownFile) });

/** `GET /api/s3/parts`, out. */
export const UnfinishedFiles = z.object({ rows: z.array(UnfinishedFile) });

/** The result of joining a file's parts. */
export const CompletedFile = z.object({
  id: z.string(),
  key: z.string(),
  scanStatus: ScanStatus,
  scanFinding: z.string().nullable(),
});
export type CompletedFile = z.infer<typeof CompletedFile>;

/** The URL of a stored file, valid for some minutes and for one person; empty for a user without a picture. */
export const FileUrl = z.object({ url: z.string() });

/** URLs of the files of a record, each valid for 15 minutes. */
export const FileLinks = z.object({
  rows: z.array(z.object({ id: z.string(), title: z.string(), size: z.number(), url: z.string() })),
});
export type FileLinks = z.infer<typeof FileLinks>;

/** Body of `DELETE /api/s3/delete`. */
export const FileDeletion = z.strictObject({
  fileType: FileType,
  s3Keys: z.array(z.string().min(1).max(200)).min(1).max(100),
  reason: z.string().trim().min(1).max(1_000).nullish(),
});

/** The number of deleted files. */
export const DeletedFiles = z.object({ deleted: z.number() });
