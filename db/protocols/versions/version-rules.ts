import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Grant } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import { entitiesOfGrant, type Lab } from '#db/access/lab.ts';
import type { Role } from '#db/access/roles.ts';
import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Person, person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { describeField } from '#db/values/field-types.ts';

/** What the rules about versions of procedures, flows and protocols read of a row. */
export interface VersionState {
  status: string;
  /** Null while a version in preparation is a draft. */
  submittedAt: string | null;
  authorIds: readonly string[];
}

/** What changed in this version and why, for the director and for the people who work with it. */
export const ChangeSummary = describeField(z.string().trim().min(10).max(2000), {
  label: 'Change summary',
  hint: 'What changed and why. Shown to the director and at the bench.',
  message: 'Describe the change in 10 to 2,000 characters.',
  input: 'area',
});

/** The hash of what a director read before signing. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Build the schema of a code, which names a method in all its versions. */
export const codeSchema = (hint: string) =>
  describeField(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/),
    { label: 'Code', hint, message: 'Enter 2 to 40 letters, digits or hyphens.', input: 'code' },
  );

/** Check whether a version is a draft: in preparation and not submitted. */
export const isDraft = ({ status, submittedAt }: Pick<VersionState, 'status' | 'submittedAt'>): boolean =>
  status === 'RESEARCH' || status === 'REJECTED' || (status === 'PENDING_APPROVAL' && submittedAt === null);

/** Check whether a version waits for the decision of a director. */
export const isSubmitted = ({ status, submittedAt }: Pick<VersionState, 'status' | 'submittedAt'>): boolean =>
  status === 'PENDING_APPROVAL' && submittedAt !== null;

const RESEARCH_ONLY = 'You write research work only. Ask a director to promote this version.';

/** Refuse a change by anybody but the authors, and of a version that is submitted or approved. */
export function requireAuthor({ actor }: OperationContext, row: VersionState): void {
  if (!row.authorIds.includes(actor.userId))
    throw refuse('NOT_AN_AUTHOR', 'Only the authors of this version change it. Ask one of them to add you.');
  if (row.status !== 'RESEARCH' && !hasCapability(actor.role, 'writeRoutineProcedures'))
    throw refuse('RESEARCH_ONLY', RESEARCH_ONLY);
  if (isSubmitted(row))
    throw refuse('SUBMITTED', 'This version is submitted. Withdraw it first, then change it.');
  if (!isDraft(row))
    throw refuse('NOT_A_DRAFT', 'This version is approved. Start a new version to change it.');
}

/** Refuse the submission of research work and of a rejected version that nobody changed. */
export function requireSubmittable({ status }: VersionState): void {
  if (status === 'RESEARCH')
    throw refuse('RESEARCH', 'A research version needs no approval. A research director promotes it.');
  if (status === 'REJECTED')
    throw refuse('REJECTED', 'This version was rejected. Change it before you submit it again.');
}

/** Refuse the withdrawal of a version that is not submitted, or by somebody who did not write it. */
export function requireWithdrawable({ actor }: OperationContext, row: VersionState): void {
  if (!isSubmitted(row)) throw refuse('NOT_SUBMITTED', 'This version is not waiting for approval.');
  if (!row.authorIds.includes(actor.userId))
    throw refuse('NOT_AN_AUTHOR', 'Only the authors of this version withdraw it.');
}

/** Refuse a decision about a version that is not submitted, by a role that may not decide, and by its authors. */
export function requireDecider({ actor }: OperationContext, row: VersionState, mayDecide: boolean): void {
  if (!mayDecide) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (!isSubmitted(row)) throw refuse('NOT_SUBMITTED', 'This version is not waiting for approval.');
  if (row.authorIds.includes(actor.userId))
    throw refuse('OWN_VERSION', 'You wrote this version. Another director decides about it.');
}

/** Refuse research work of roles that create research methods only, and the reverse. */
export function requireKind({ actor }: OperationContext, research: boolean): void {
  const mayResearch = hasCapability(actor.role, 'createResearchProcedures');
  if (research && !mayResearch) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (!research && !hasCapability(actor.role, 'writeRoutineProcedures'))
    throw refuse('RESEARCH_ONLY', RESEARCH_ONLY);
}

/**
 * Refuse a next version that this person may not start: of a version in preparation, a research version of
 * routine work, or the promotion of a research version by anybody but a research director.
 */
export function requireNextVersion(
  context: OperationContext,
  source: Pick<VersionState, 'status'>,
  research: boolean,
): void {
  const ofResearch = source.status === 'RESEARCH';
  requireKind(context, research || ofResearch);
  if (research && !ofResearch)
    throw refuse('NOT_RESEARCH', 'What is approved stays routine work. Create new research work instead.');
  if (!research && !hasCapability(context.actor.role, 'writeRoutineProcedures'))
    throw refuse('FORBIDDEN', 'A research director promotes research work. Ask one of them.');
  if (source.status === 'PENDING_APPROVAL' || source.status === 'REJECTED')
    throw refuse('OPEN_VERSION', 'This version is still in preparation. Change it instead.');
}

/** The statuses of a version in preparation; one version of a code has one of them at most. */
export const OPEN_STATUSES = ['PENDING_APPROVAL', 'REJECTED'] as const;

/** Refuse a second version in preparation of the same code. */
export async function refuseOpenVersion(
  tx: Transaction,
  open: { number: number; authorIds: readonly string[] } | undefined,
): Promise<void> {
  if (!open) return;
  const name = await personName(tx, open.authorIds[0] ?? '');
  throw refuse('OPEN_VERSION', `Version ${open.number} is already being prepared by ${name}.`);
}

/** Refuse a save by somebody who has not seen the last one. */
export async function requireSeenVersion(
  tx: Transaction,
  last: { version: number; savedById: string | null },
  seenVersion: number,
): Promise<void> {
  if (last.version === seenVersion) return;
  const name = last.savedById === null ? 'Somebody' : await personName(tx, last.savedById);
  throw refuse(
    'STALE_VERSION',
    `${name} changed this draft meanwhile. Compare both versions, then save yours again.`,
  );
}

/** A version of one business entity, as far as its authors are concerned. */
type OwnedVersion = VersionState & Pick<Person, 'entity'>;

/**
 * Check whether a person may become an author: somebody who opens records of this entity, research assistants
 * only of research versions.
 */
export const isPossibleAuthor = (
  { deactivated, role, entity }: Pick<Person, 'deactivated' | 'role' | 'entity'>,
  row: Pick<OwnedVersion, 'status' | 'entity'>,
  { lab, grant }: { lab: Lab; grant: Grant },
): boolean =>
  !deactivated &&
  may(role, grant) &&
  hasCapability(role, row.status === 'RESEARCH' ? 'createResearchProcedures' : 'writeRoutineProcedures') &&
  entitiesOfGrant({ role, entity, lab }, grant).includes(row.entity);

/** Return the authors with the creator first; refuse new ones who may not change such versions. */
export async function checkedAuthors(
  tx: Transaction,
  { actor: { lab } }: OperationContext,
  row: OwnedVersion,
  authorIds: readonly string[],
  grant: Grant,
): Promise<string[]> {
  const next = [...new Set([...row.authorIds.slice(0, 1), ...authorIds])];
  for (const userId of next.filter((id) => !row.authorIds.includes(id))) {
    const members = await tx.find(person, { userId });
    if (!members.some((member) => isPossibleAuthor(member, row, { lab, grant })))
      throw refuse('VALIDATION', 'Choose people of the lab who may change this.');
  }
  return next;
}

/** Check whether a role decides about flows and protocols: the clinical director about clinical ones. */
export const mayApproveMethod = (role: Role, clinical: boolean): boolean =>
  hasCapability(role, clinical ? 'approveClinicalMethods' : 'approveRoutineMethods');
