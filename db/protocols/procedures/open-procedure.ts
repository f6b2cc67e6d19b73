import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { OPEN_STATUSES, refuseOpenVersion } from '#db/protocols/versions/version-rules.ts';
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

/** Refuse a second version in preparation of the same code. */
export async function requireNoOpenVersion(tx: Transaction, code: string): Promise<void> {
  const [open] = await tx.find(procedure, { code, status: OPEN_STATUSES });
  await refuseOpenVersion(tx, open && { number: open.procedureVersion, authorIds: [open.authorId] });
}
