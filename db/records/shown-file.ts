import { z } from 'zod';
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
    createdAt: true,
  })
  .extend({
    uploadedByName: z.string().nullable(),
    /** May the reader delete it? */
    removable: z.boolean(),
  });
export type ShownFile = z.infer<typeof ShownFile>;

/** `GET /api/s3/downloads`, out. */
export const ShownFiles = z.object({ rows: z.array(ShownFile) });
