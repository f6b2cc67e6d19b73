import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import {
  type ProcedureSections,
  readSectionRows,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import { PasswordProof } from '#db/protocols/signing/password-proof.ts';
import { writeSignature } from '#db/protocols/signing/write-signature.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { competence } from './competence.ts';
import { versionsRead } from './valid-competence.ts';

/** Compute the hash of what a person has read: the version with its settings, sections, steps and fields. */
export const readingHash = (row: Procedure, sections: ProcedureSections): Promise<string> =>
  sha256(
    canonicalJson({
      act: 'confirm-reading',
      procedureId: row.id,
      code: row.code,
      procedureVersion: row.procedureVersion,
      settings: settingsOf(row),
      sections: z.array(z.json()).parse(sections),
    }),
  );

/** Confirm with the PIN that the person has read a version of a procedure; works without a network. */
export const confirmReading = defineOperation({
  name: 'confirm-reading',
  version: 1,
  kind: 'intent',
  title: 'Confirm reading',
  grant: 'lab/assigned-sections:update',
  args: z.strictObject({
    procedureId: ref,
    /** The hash of what the person read. */
    contentHash: ContentHash,
    proof: longText,
    passwordProof: PasswordProof.optional(),
  }),
  subjects: ({ procedureId }) => [procedureId],
  async run(tx, { procedureId, contentHash, proof, passwordProof }, context) {
    const row = await tx.get(procedure, procedureId);
    if (!row || row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { name, code, procedureVersion } = row;
    if (row.status === 'PENDING_APPROVAL' || row.status === 'REJECTED')
      throw refuse('NOT_APPROVED', `Version ${procedureVersion} of ${name} is not approved yet.`);
    if (contentHash !== (await readingHash(row, await readSectionRows(tx, procedureId))))
      throw refuse('RECORD_CHANGED', `${name} changed after you read it. Read it again.`);
    const { actor } = context;
    // The same person on two devices.
    if ((await versionsRead(tx, actor.userId, code)).has(procedureVersion))
      return merged('READ_BEFORE', `You have confirmed version ${procedureVersion} of ${name} before.`);
    const verified = await context.verifyProof(contentHash, proof, { passwordProof });
    if (verified === 'FAILED')
      throw refuse('SIGNATURE_FAILED', 'The signature could not be verified. Confirm again with your PIN.');
    const id = context.newId();
    await tx.insert(competence, {
      id,
      userCompanyId: actor.userCompanyId,
      userId: actor.userId,
      procedureCode: code,
      procedureVersion,
      kind: 'READ',
      at: context.occurredAt,
    });
    const signed = { targetType: 'Competence', targetId: id, contentHash, verified, signatureProof: proof };
    await writeSignature(tx, context, 'READ', actor, { id: context.newId(), ...signed });
    await recordEvent(tx, context, {
      type: 'PROCEDURE_READ',
      targetType: 'Procedure',
      targetId: procedureId,
      data: { procedureVersion, by: actor.name },
    });
    return applied;
  },
});
