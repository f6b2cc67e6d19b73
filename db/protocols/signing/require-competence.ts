import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { type Person, person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import {
  trainedReviewers,
  trainedUserIds,
  versionsRead,
} from '#db/protocols/competences/valid-competence.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { SectionRun } from '#db/protocols/sections/section-run.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { writeSignature } from './write-signature.ts';

/** Format why a section of this version is not signed yet by somebody who has not read it. */
export const unreadText = ({
  name,
  procedureVersion,
}: Pick<Procedure, 'name' | 'procedureVersion'>): string =>
  `Read version ${procedureVersion} of ${name} and confirm it first.`;

/** Check whether the person still has to confirm that they have read this version. */
export const isReadingDue = async (
  tx: Transaction,
  { actor }: OperationContext,
  { requiresReading, code, procedureVersion }: Procedure,
): Promise<boolean> => requiresReading && !(await versionsRead(tx, actor.userId, code)).has(procedureVersion);

/** Join names for a sentence: the first three, and how many more there are. */
function namesText(names: readonly string[]): string {
  const more = names.length - 3;
  const first = names.slice(0, 3);
  if (more > 0) return `${first.join(', ')} or ${more} more`;
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} or ${first.at(-1)}`;
}

/** Format why somebody who is not trained does not sign or review alone, and whom to ask. */
async function untrainedText(
  tx: Transaction,
  context: OperationContext,
  method: Procedure,
  help: 'sign with you' | 'review it',
): Promise<string> {
  const names = (await trainedReviewers(tx, context, method)).map(({ name }) => name);
  return names.length === 0
    ? `You are not trained on ${method.name}, and nobody else is. Ask a lab manager to arrange a training.`
    : `You are not trained on ${method.name}. Ask ${namesText(names)} to ${help}.`;
}

/**
 * Return why this person does not sign alone, judged when the work was done; null for somebody who is trained, and
 * where no training is required.
 */
export async function trainingProblem(
  tx: Transaction,
  context: OperationContext,
  method: Procedure,
): Promise<string | null> {
  if (!method.requiresTraining) return null;
  if ((await trainedUserIds(tx, context, method)).has(context.actor.userId)) return null;
  return untrainedText(tx, context, method, 'sign with you');
}

interface SupervisorArgs {
  supervisorUserId?: string | undefined;
  supervisorProof?: string | undefined;
}

/** A trained colleague who signs beside the person, with the proof of the PIN. */
export interface Supervisor {
  colleague: Person;
  proof: string;
}

/**
 * Refuse the signature of somebody who is not trained on the version, unless a trained colleague signs too; returns
 * that colleague.
 */
export async function requireTraining(
  tx: Transaction,
  context: OperationContext,
  method: Procedure,
  { supervisorUserId, supervisorProof }: SupervisorArgs,
): Promise<Supervisor | null> {
  const problem = await trainingProblem(tx, context, method);
  if (problem === null) return null;
  if (supervisorUserId === undefined || supervisorProof === undefined) throw refuse('NOT_TRAINED', problem);
  if (supervisorUserId === context.actor.userId)
    throw refuse('SAME_PERSON', 'The supervisor must be a different person.');
  const colleague = (await trainedReviewers(tx, context, method)).find(
    ({ userId }) => userId === supervisorUserId,
  );
  if (colleague) return { colleague, proof: supervisorProof };
  const [known] = await tx.find(person, { userId: supervisorUserId });
  throw refuse('NOT_TRAINED', known ? `${known.name} cannot sign with you. ${problem}` : problem);
}

/** Write the signature of the trained colleague on the record that the person has signed. */
export async function signAsSupervisor(
  tx: Transaction,
  context: OperationContext,
  { assigned }: SectionRun,
  { colleague, proof, contentHash }: Supervisor & { contentHash: string },
): Promise<void> {
  const verified = await context.verifyProof(contentHash, proof, { secondUserId: colleague.userId });
  if (verified === 'FAILED')
    throw refuse('REVIEW_FAILED', `The signature of ${colleague.name} could not be verified. Sign again.`);
  const id = context.newId();
  const record = { targetType: 'AssignedSection', targetId: assigned.id, contentHash };
  await writeSignature(tx, context, 'REVIEWED', colleague, {
    ...record,
    id,
    verified,
    signatureProof: proof,
  });
  await recordEvent(tx, context, {
    type: 'SECTION_REVIEWED',
    targetType: 'AssignedSection',
    targetId: assigned.id,
    data: { signatureId: id, verified, by: colleague.name, supervised: context.actor.name },
  });
}

/**
 * Refuse the review of somebody who neither decides about quality nor is trained on the version: "another tech who is
 * trained" (D5).
 */
export async function requireReviewTraining(
  tx: Transaction,
  context: OperationContext,
  method: Procedure,
): Promise<void> {
  if (!method.requiresTraining || hasCapability(context.actor.role, 'decideQuality')) return;
  if ((await trainedUserIds(tx, context, method)).has(context.actor.userId)) return;
  throw refuse('NOT_TRAINED', await untrainedText(tx, context, method, 'review it'));
}
