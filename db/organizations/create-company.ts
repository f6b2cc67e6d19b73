import { selfRegistering } from '#db/access/account-roles.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { actorPermissions } from '#db/identity/actor-permissions.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { company } from './company.ts';
import { NewCompany } from './company-form.ts';
import { requireParent } from './require-parent.ts';

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
