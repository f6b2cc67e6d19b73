import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { changeVerification } from './change-verification.ts';
import { reviewsCompany } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/** Approve a company that awaits verification, so that it may submit orders. */
export const approveCompany = defineOperation({
  name: 'approve-company',
  version: 1,
  kind: 'intent',
  title: 'Approve organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: orEmpty(oneLine('', 1000)).default(null) }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const openedCompany = await openCompany(tx, context, companyId, reviewsCompany);
    await changeVerification(tx, context, openedCompany, 'APPROVED', reason);
    return applied;
  },
});
