import { z } from 'zod';
import { FileSubtype } from './file-type.ts';
import { s3File } from './s3-file.ts';

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

/** `GET /api/s3/downloads`, out. */
export const ShownFiles = z.object({ rows: z.array(ShownFile) });
