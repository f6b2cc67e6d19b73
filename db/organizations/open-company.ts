import { isOneOf, STAFF_ROLES, seesAllCompanies, seesChildCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { actorPermissions } from '#db/identity/people-in-reach.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Company, company } from './company.ts';
import type { CompanyEditor, EditedCompany } from './company-fields.ts';

/** The company that an operation changes, and the person who changes it. */
export interface OpenedCompany {
  row: Company;
  editor: CompanyEditor;
  edited: EditedCompany;
}

/** Check whether this is the lab's own company. Staff belong to it and to no other. */
export async function isHomeCompany(tx: Transaction, companyId: string): Promise<boolean> {
  const members = await tx.find(userCompany, { companyId, deleted: [true, false] });
  return members.some(({ role }) => isOneOf(role, STAFF_ROLES));
}

/**
 * Load the company of an operation. Throws NOT_FOUND where the actor does not see it and FORBIDDEN where the
 * actor lacks the right.
 */
export async function openCompany(
  tx: Transaction,
  context: OperationContext,
  companyId: string,
  mayDo: (editor: CompanyEditor, edited: EditedCompany) => boolean,
): Promise<OpenedCompany> {
  onlineOnly(context);
  const { role, companyId: ownId } = context.actor;
  const row = await tx.get(company, companyId);
  const isVisible =
    seesAllCompanies(role) ||
    companyId === ownId ||
    (seesChildCompanies(role) && row?.parentCompanyId === ownId);
  if (!row || row.deleted || !isVisible) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const permissions = await actorPermissions(tx, context);
  const editor = { role, companyId: ownId, permissions };
  const { id, verificationStatus } = row;
  const edited = { id, verificationStatus, isHome: await isHomeCompany(tx, companyId) };
  if (!mayDo(editor, edited)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  return { row, editor, edited };
}

/** The error for a company that somebody else changed since it was read. */
export const staleCompany = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this meanwhile. Load the page again and repeat your change.',
  );
