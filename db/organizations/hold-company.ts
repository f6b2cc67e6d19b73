import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { company } from './company.ts';
import { holdsCompany } from './company-fields.ts';
import { assertStatusStep } from './company-lifecycle.ts';
import { openCompany } from './open-company.ts';

/** Put a company on hold: it cannot submit orders, and its shipments are received on hold (domain 4.6). */
export const holdCompany = defineOperation({
  name: 'hold-company',
  version: 1,
  kind: 'intent',
  title: 'Put organization on hold',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const { row } = await openCompany(tx, context, companyId, holdsCompany);
    assertStatusStep(row.status, 'ON_HOLD');
    await tx.patch(company, companyId, { status: 'ON_HOLD', holdReason: reason.slice(0, 500) });
    await recordEvent(tx, context, {
      type: 'COMPANY_HELD',
      targetType: 'Company',
      targetId: companyId,
      data: { reason },
    });
    return applied;
  },
});

/**
 * Release a company from hold. Specimens that were received on hold meanwhile stay on hold; people release
 * them one by one.
 */
export const releaseCompany = defineOperation({
  name: 'release-company',
  version: 1,
  kind: 'intent',
  title: 'Release organization from hold',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const { row } = await openCompany(tx, context, companyId, holdsCompany);
    assertStatusStep(row.status, 'ACTIVE');
    await tx.patch(company, companyId, { status: 'ACTIVE', holdReason: null });
    await recordEvent(tx, context, {
      type: 'COMPANY_HOLD_RELEASED',
      targetType: 'Company',
      targetId: companyId,
      data: { reason, heldFor: row.holdReason },
    });
    return applied;
  },
});
