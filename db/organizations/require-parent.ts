import { refuse } from '#db/errors/app-error.ts';
import type { Transaction } from '#db/transaction.ts';
import { company } from './company.ts';
import { isHomeCompany } from './open-company.ts';

const wrong = (message: string) => refuse('VALIDATION', message);

/**
 * Check the parent of a company. Groups are two levels deep: a company with locations has no parent, and a
 * location has no locations of its own.
 */
export async function requireParent(tx: Transaction, companyId: string, parentId: string): Promise<void> {
  if (parentId === companyId) throw wrong('An organization cannot belong to itself. Choose another one.');
  const parent = await tx.get(company, parentId);
  if (!parent || parent.deleted) throw wrong('There is no such organization. Choose another one.');
  if (parent.parentCompanyId !== null)
    throw wrong(`${parent.name} belongs to another organization itself. Choose that one.`);
  if (await isHomeCompany(tx, parentId))
    throw wrong('Customers cannot belong to the lab. Choose another one.');
  const children = await tx.find(company, { parentCompanyId: companyId });
  if (children.length > 0)
    throw wrong('Other organizations belong to this one. Take them out first, or leave this empty.');
}
