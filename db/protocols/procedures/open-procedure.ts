import { hasCapability } from '#db/access/capabilities.ts';
import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import type { Transaction } from '#db/transaction.ts';
import { type DraftSection, readSectionRows } from './procedure-content.ts';
import { type ProcedureDraft, procedureDraft } from './procedure-draft.ts';

/** Return a procedure for an online change; refuse when it is missing. */
export async function openProcedure(
  tx: Transaction,
  context: OperationContext,
  procedureId: string,
): Promise<Procedure> {
  onlineOnly(context);
  const row = await tx.get(procedure, procedureId);
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Return the draft of a version in preparation. */
export async function draftOf(tx: Transaction, { id }: Procedure): Promise<ProcedureDraft> {
  const [draft] = await tx.find(procedureDraft, { procedureId: id });
  if (!draft) throw refuse('NOT_A_DRAFT', 'This version is approved. Start a new version to change it.');
  return draft;
}

/** Read the sections of a version: of its draft, or of its rows once it is approved. */
export async function readSections(tx: Transaction, row: Procedure): Promise<DraftSection[]> {
  const [draft] = await tx.find(procedureDraft, { procedureId: row.id });
  return draft ? draft.sections : readSectionRows(tx, row.id);
}

/** Check whether a version is a draft: in preparation and not submitted. */
export const isDraft = ({ status, submittedAt }: Pick<Procedure, 'status' | 'submittedAt'>): boolean =>
  status === 'RESEARCH' || status === 'REJECTED' || (status === 'PENDING_APPROVAL' && submittedAt === null);

const RESEARCH_ONLY = 'You write research procedures. Ask a director to promote this one.';

/** Refuse a change by anybody but the authors, and of a version that is submitted or approved. */
export function requireAuthor({ actor }: OperationContext, row: Procedure): void {
  if (!row.authorIds.includes(actor.userId))
    throw refuse('NOT_AN_AUTHOR', 'Only the authors of this version change it. Ask one of them to add you.');
  if (row.status !== 'RESEARCH' && !hasCapability(actor.role, 'writeRoutineProcedures'))
    throw refuse('RESEARCH_ONLY', RESEARCH_ONLY);
  if (row.status === 'PENDING_APPROVAL' && row.submittedAt !== null)
    throw refuse('SUBMITTED', 'This version is submitted. Withdraw it first, then change it.');
  if (!isDraft(row))
    throw refuse('NOT_A_DRAFT', 'This version is approved. Start a new version to change it.');
}

/** Refuse research work of roles that create research procedures only, and the reverse. */
export function requireKind({ actor }: OperationContext, research: boolean): void {
  const mayResearch = hasCapability(actor.role, 'createResearchProcedures');
  if (research && !mayResearch) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (!research && !hasCapability(actor.role, 'writeRoutineProcedures'))
    throw refuse('RESEARCH_ONLY', RESEARCH_ONLY);
}

const OPEN_STATUSES = ['PENDING_APPROVAL', 'REJECTED'] as const;

/** Refuse a second version in preparation of the same code. */
export async function requireNoOpenVersion(tx: Transaction, code: string): Promise<void> {
  const [open] = await tx.find(procedure, { code, status: OPEN_STATUSES });
  if (!open) return;
  const name = await personName(tx, open.authorId);
  throw refuse('OPEN_VERSION', `Version ${open.procedureVersion} is already being prepared by ${name}.`);
}
