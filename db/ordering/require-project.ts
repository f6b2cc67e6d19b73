import { refuse } from '#db/errors/app-error.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';

/** Refuse a project that is not a running one of the order's own company. */
export async function requireProject(tx: Transaction, projectId: string, companyId: string): Promise<void> {
  const row = await tx.get(project, projectId);
  if (!row || row.deleted || row.companyId !== companyId || row.status !== 'ACTIVE')
    throw refuse('VALIDATION', 'Choose an active project of this organization.');
}
