import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeVerification } from './change-verification.ts';
import { reviewsCompany } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/** Reject a company that awaits verification; its managers get the reason and may resubmit it. */
export const rejectCompany = defineOperation({
  name: 'reject-company',
  version: 1,
  kind: 'intent',
  title: 'Reject organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const openedCompany = await openCompany(tx, context, companyId, reviewsCompany);
    await changeVerification(tx, context, openedCompany, 'REJECTED', reason);
    return applied;
  },
});
