import { z } from 'zod';

/** PENDING until the bytes have arrived and were checked. */
export const FILE_STATUSES = ['PENDING', 'STORED', 'DELETED'] as const;
export const FileStatus = z.enum(FILE_STATUSES);
export type FileStatus = z.infer<typeof FileStatus>;
