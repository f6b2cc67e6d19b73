import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeVerification } from './change-verification.ts';
import { mayRequestVerification } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/**
 * Request verification of a company, for the first time or again. Until it is approved, the company cannot
 * submit orders.
 */
export const requestCompanyVerification = defineOperation({
  name: 'request-company-verification',
  version: 1,
  kind: 'intent',
  title: 'Ask for verification of organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const openedCompany = await openCompany(tx, context, companyId, mayRequestVerification);
    if (openedCompany.row.verificationStatus === 'REJECTED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'It was rejected. Submit it again instead.');
    await changeVerification(tx, context, openedCompany, 'PENDING', reason);
    return applied;
  },
});
