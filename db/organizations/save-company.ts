import { z } from 'zod';
import { selfRegistering } from '#db/access/account-roles.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { actorPermissions } from '#db/identity/people-in-reach.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Company, company } from './company.ts';
import {
  COMPANY_FIELDS,
  type CompanyField,
  fieldsToEdit,
  isVerified,
  STAFF_FIELDS,
} from './company-fields.ts';
import { CompanyChanges, NewCompany } from './company-form.ts';
import { isHomeCompany, type OpenedCompany, openCompany, staleCompany } from './open-company.ts';

const wrong = (message: string) => refuse('VALIDATION', message);

/**
 * Check the parent of a company. Groups are two levels deep: a company with locations has no parent, and a
 * location has no locations of its own.
 */
async function requireParent(tx: Transaction, companyId: string, parentId: string): Promise<void> {
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

/** Create a customer company as staff; it needs no verification unless somebody requests one (domain 4.6). */
export const createCompany = defineOperation({
  name: 'create-company',
  version: 1,
  kind: 'intent',
  title: 'Create organization',
  grant: 'companies:create',
  args: NewCompany.extend({ companyId: Id }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, ...profile }, context) {
    onlineOnly(context);
    const permissions = await actorPermissions(tx, context);
    if (!isOneOf(context.actor.role, STAFF_ROLES) || !hasPermissionForAll(permissions, 'COMPANY_EDIT'))
      throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (!selfRegistering(context.actor.entity, profile.type))
      throw refuse('VALIDATION', 'Clinics are not offered here. Choose another kind.');
    if (await tx.get(company, companyId)) throw refuse('CONFLICT', 'This organization exists already.');
    if (profile.parentCompanyId) await requireParent(tx, companyId, profile.parentCompanyId);
    await tx.insert(company, {
      ...profile,
      id: companyId,
      status: 'ACTIVE',
      verificationStatus: 'NOT_APPLICABLE',
      paymentTermsDays: 30,
      allowPurchaseOrder: false,
      orderApprovalRequired: false,
    });
    await recordEvent(tx, context, {
      type: 'COMPANY_CREATED',
      targetType: 'Company',
      targetId: companyId,
      data: { name: profile.name, selfRegistered: false },
      customerVisible: true,
    });
    return applied;
  },
});

type Changed = Pick<Company, CompanyField>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function refuseFields({ editor, edited }: OpenedCompany, changedFields: readonly CompanyField[]): void {
  const mayChange = fieldsToEdit(editor, edited);
  const forbiddenFields = changedFields.filter((field) => !mayChange.includes(field));
  if (forbiddenFields.length === 0) return;
  if (
    edited.verificationStatus === 'APPROVED' &&
    forbiddenFields.every(isVerified) &&
    editor.companyId === edited.id
  )
    throw refuse('VERIFIED_FIELD', 'Name and tax number were verified. Contact support to change them.');
  throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

async function requireStaff(tx: Transaction, userId: string): Promise<void> {
  const memberships = await tx.find(userCompany, { userId });
  if (memberships.some(({ role, deactivated }) => !deactivated && isOneOf(role, STAFF_ROLES))) return;
  throw refuse('VALIDATION', 'Choose an active lab user as sales representative.');
}

/**
 * Change facts and terms of a company: staff the fields of their role, managers the fields of their own
 * company.
 */
export const updateCompany = defineOperation({
  name: 'update-company',
  version: 1,
  kind: 'intent',
  title: 'Change organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, seenVersion: z.int(), changes: CompanyChanges }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, seenVersion, changes }, context) {
    const openedCompany = await openCompany(
      tx,
      context,
      companyId,
      (editor, edited) => fieldsToEdit(editor, edited).length > 0,
    );
    const { row } = openedCompany;
    const changedFields = COMPANY_FIELDS.filter((field) => changes[field] !== undefined);
    const changed = changedFields.filter((field) => !same(changes[field], row[field]));
    refuseFields(openedCompany, changed);
    if (changed.length === 0) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (row.version !== seenVersion) throw staleCompany();
    if (changed.includes('parentCompanyId') && changes.parentCompanyId)
      await requireParent(tx, companyId, changes.parentCompanyId);
    if (changed.includes('salesRepUserId') && changes.salesRepUserId)
      await requireStaff(tx, changes.salesRepUserId);
    const values: Partial<Changed> = Object.fromEntries(changed.map((field) => [field, changes[field]]));
    await tx.patch(company, companyId, values);
    await recordEvent(tx, context, {
      type: 'COMPANY_UPDATED',
      targetType: 'Company',
      targetId: companyId,
      data: { changed: changed.map((field) => ({ field, from: row[field], to: changes[field] ?? null })) },
      customerVisible: !changed.some((field) => STAFF_FIELDS.some((name) => name === field)),
    });
    return applied;
  },
});
