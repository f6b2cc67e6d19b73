import { z } from 'zod';
import { FileSubtype } from './file-subtype.ts';
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
    /** Has a newer version taken its place? */
    superseded: z.boolean(),
    /** Is it a result that was taken back, which customers never get again? */
    recalled: z.boolean(),
    /** The specimen that it belongs to, where the list is of an order. */
    specimenName: z.string().nullable(),
    /** May customers have it yet? Results only once they are released. */
    released: z.boolean(),
    /** May the reader delete it? */
    removable: z.boolean(),
  });
export type ShownFile = z.infer<typeof ShownFile>;

/** A file that was begun and has not arrived whole; what is missing is sent later. */
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
