import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeVerification } from './change-verification.ts';
import { resubmitsCompany } from './company-fields.ts';
import { openCompany } from './open-company.ts';

/** Resubmit a rejected company, with the changes that were made since. */
export const resubmitCompany = defineOperation({
  name: 'resubmit-company',
  version: 1,
  kind: 'intent',
  title: 'Submit organization again',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const openedCompany = await openCompany(tx, context, companyId, resubmitsCompany);
    if (openedCompany.row.verificationStatus !== 'REJECTED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'It was not rejected. Nothing has to be submitted again.');
    await changeVerification(tx, context, openedCompany, 'PENDING', reason);
    return applied;
  },
});
