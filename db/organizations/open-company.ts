import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { seesAllCompanies, seesChildCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { actorPermissions } from '#db/identity/actor-permissions.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Company, company } from './company.ts';
import type { CompanyEditor, EditedCompany } from './company-fields.ts';

/** A company that an act is about, and who acts on it. */
export interface OpenedCompany {
  row: Company;
  editor: CompanyEditor;
  edited: EditedCompany;
}

/** Is this the lab's own company? Staff belong to it and to no other. */
export async function isHomeCompany(tx: Transaction, companyId: string): Promise<boolean> {
  const members = await tx.find(userCompany, { companyId, deleted: [true, false] });
  return members.some(({ role }) => isOneOf(role, STAFF_ROLES));
}

/** The company of an act, or 404 where the actor does not see it; refused when the actor may not do that with it. */
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

/** Somebody else has changed the company since it was read. */
export const staleCompany = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this meanwhile. Load the page again and repeat your change.',
  );
