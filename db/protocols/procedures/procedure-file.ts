import { z } from 'zod';
import type { S3File } from '#db/records/files/s3-file.ts';
import { int, ref, requiredText } from '#db/values/field-types.ts';

/** The kinds of files that versions of procedures refer to. */
export const ProcedureFileKind = z.enum(['PICTURE', 'SOP']);
export type ProcedureFileKind = z.infer<typeof ProcedureFileKind>;

/** The type and the largest size in bytes of each kind; browsers scale pictures far below it. */
export const PROCEDURE_FILES = {
  PICTURE: { type: 'image/jpeg', largest: 4_000_000 },
  SOP: { type: 'application/pdf', largest: 20_000_000 },
} as const satisfies Record<ProcedureFileKind, { type: string; largest: number }>;

/** The store folder for pictures of steps and SOP files. */
export const PROCEDURE_FILE_BUCKET = 'procedure-files';

/** Return the key of a file in the store. */
export const procedureFileKey = (fileId: string): string => `${PROCEDURE_FILE_BUCKET}/${fileId}`;

/** Check whether a stored file belongs to versions of procedures, which no other call serves or deletes. */
export const isProcedureFile = ({ key }: Pick<S3File, 'key'>): boolean =>
  key.startsWith(`${PROCEDURE_FILE_BUCKET}/`);

/** A stored file of a procedure, as a version refers to it. */
export const StoredProcedureFile = z.object({
  fileId: ref,
  title: requiredText,
  size: int,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredProcedureFile = z.infer<typeof StoredProcedureFile>;
