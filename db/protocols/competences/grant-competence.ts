import { z } from 'zod';
import { hasCapability, requireCapability } from '#db/access/capabilities.ts';
import { isVisible } from '#db/access/lab.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { person } from '#db/identity/person.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { openProcedure } from '#db/protocols/procedures/open-procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { describeField, ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { CompetenceKind, competence } from './competence.ts';
import { competenceState, monthsAfter } from './valid-competence.ts';

/** What somebody confirms about a colleague: trained, or assessed at work. */
const GrantedKind = CompetenceKind.exclude(['READ']);

/** What was done, for the record of a training. */
const CompetenceNotes = describeField(z.string().trim().max(2000).nullable(), {
  label: 'Notes',
  hint: 'What was shown or watched.',
  input: 'area',
});

/** Refuse a file that is no stored document, or that somebody else uploaded. */
async function requireEvidence(
  tx: Transaction,
  { actor }: OperationContext,
  fileId: string | null,
): Promise<void> {
  if (fileId === null) return;
  const file = await tx.get(s3File, fileId);
  const isOwnDocument = file?.fileType === 'LAB_DOCUMENT' && file.uploadedById === actor.userId;
  if (!isOwnDocument || file.status !== 'STORED' || file.deleted)
    throw refuse('NOT_FOUND', 'The evidence is not stored. Upload it again.');
}

/** Confirm that a colleague is trained on a version of a procedure, or was assessed with it; never oneself. */
export const grantCompetence = defineOperation({
  name: 'grant-competence',
  version: 1,
  kind: 'intent',
  title: 'Confirm training',
  grant: 'lab/procedures:update',
  args: z.strictObject({
    userCompanyId: ref,
    procedureId: ref,
    kind: GrantedKind,
    notes: CompetenceNotes,
    /** The evidence, which the person who confirms has uploaded. */
    fileId: ref.nullable().default(null),
  }),
  subjects: ({ userCompanyId, procedureId }) => [userCompanyId, procedureId],
  async run(tx, { userCompanyId, procedureId, kind, notes, fileId }, context) {
    requireCapability(context, 'trainPeople');
    const method = await openProcedure(tx, context, procedureId);
    const trainee = await tx.get(person, userCompanyId);
    if (!trainee || trainee.deleted || !isVisible(context.actor, trainee))
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (trainee.userId === context.actor.userId)
      throw refuse('SAME_PERSON', 'Another manager or director confirms your training.');
    if (trainee.deactivated || !hasCapability(trainee.role, 'workAtBench'))
      throw refuse('UNKNOWN_PERSON', 'Choose somebody who works at the bench.');
    const { name, code, procedureVersion, status, competenceMonths } = method;
    if (status !== 'APPROVED' && status !== 'RESEARCH')
      throw refuse('NOT_APPROVED', `Version ${procedureVersion} of ${name} is not in use.`);
    await requireEvidence(tx, context, fileId);
    const expiresOn = competenceMonths === null ? null : monthsAfter(context.labDay, competenceMonths);
    await tx.insert(competence, {
      id: context.newId(),
      userCompanyId,
      userId: trainee.userId,
      procedureCode: code,
      procedureVersion,
      kind,
      at: context.occurredAt,
      grantedById: context.actor.userId,
      expiresOn,
      notes,
      fileId,
    });
    await recordEvent(tx, context, {
      type: 'COMPETENCE_GRANTED',
      targetType: 'User',
      targetId: trainee.userId,
      data: { kind, procedure: name, code, procedureVersion, expiresOn, by: context.actor.name },
    });
    return applied;
  },
});

/** Revoke a record, with the reason; what was signed before stays signed. */
export const revokeCompetence = defineOperation({
  name: 'revoke-competence',
  version: 1,
  kind: 'intent',
  title: 'Revoke training',
  grant: 'lab/procedures:update',
  args: z.strictObject({ competenceId: ref, reason: Reason }),
  subjects: ({ competenceId }) => [competenceId],
  async run(tx, { competenceId, reason }, context) {
    requireCapability(context, 'trainPeople');
    onlineOnly(context);
    const row = await tx.get(competence, competenceId);
    if (!row || row.deleted || !isVisible(context.actor, row)) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (competenceState(row, context.labDay) === 'REVOKED')
      return merged('REVOKED_BEFORE', 'This record was revoked before.');
    await tx.patch(competence, competenceId, {
      revokedAt: context.occurredAt,
      revokedById: context.actor.userId,
      revocationReason: reason,
    });
    await recordEvent(tx, context, {
      type: 'COMPETENCE_REVOKED',
      targetType: 'User',
      targetId: row.userId,
      data: { kind: row.kind, code: row.procedureCode, reason, by: context.actor.name },
    });
    return applied;
  },
});
