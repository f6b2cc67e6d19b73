import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { requiredText } from '#db/values/field-types.ts';
import {
  PROCEDURE_FILE_BUCKET,
  PROCEDURE_FILES,
  ProcedureFileKind,
  procedureFileKey,
  StoredProcedureFile,
} from './procedure-file.ts';

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
      bucket: PROCEDURE_FILE_BUCKET,
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
