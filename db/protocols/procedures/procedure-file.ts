import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
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
const BUCKET = 'procedure-files';

/** Return the key of a file in the store. */
export const procedureFileKey = (fileId: string): string => `${BUCKET}/${fileId}`;

/** Check whether a stored file belongs to versions of procedures, which no other call serves or deletes. */
export const isProcedureFile = ({ key }: Pick<S3File, 'key'>): boolean => key.startsWith(`${BUCKET}/`);

/** A stored file of a procedure, as a version refers to it. */
export const StoredProcedureFile = z.object({
  fileId: ref,
  title: requiredText,
  size: int,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredProcedureFile = z.infer<typeof StoredProcedureFile>;

/**
 * Store a picture of a step or an SOP file. A draft refers to it by id and hash; the bytes never change, so that
 * a signature on the version covers them.
 */
export const storeProcedureFile = defineOperation({
  name: 'store-procedure-file',
  version: 1,
  kind: 'intent',
  title: 'Store file of a procedure',
  grant: 'lab/procedures:update',
  args: z.strictObject({
    ...StoredProcedureFile.shape,
    title: requiredText.max(255),
    kind: ProcedureFileKind,
  }),
  subjects: () => [],
  async run(tx, { kind, fileId, title, size, sha256 }, context) {
    onlineOnly(context);
    const { type, largest } = PROCEDURE_FILES[kind];
    if (size > largest)
      throw refuse('VALIDATION', `The file is larger than ${largest / 1_000_000} MB. Choose a smaller one.`);
    await tx.insert(s3File, {
      id: fileId,
      title,
      size,
      type,
      fileType: 'LAB_DOCUMENT',
      subType: 'ATTACHMENT',
      bucket: BUCKET,
      key: procedureFileKey(fileId),
      status: 'STORED',
      sha256,
      scanStatus: 'WAITING',
      targetType: 'ProcedureFile',
      targetId: fileId,
      customerVisible: false,
      uploadedById: context.actor.userId,
      downloadCount: 0,
    });
    return applied;
  },
});
