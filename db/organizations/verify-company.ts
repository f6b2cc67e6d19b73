import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';
import { company } from './company.ts';
import { mayRequestVerification, resubmitsCompany, reviewsCompany } from './company-fields.ts';
import { assertVerificationStep } from './company-lifecycle.ts';
import type { CompanyVerificationStatus } from './company-verification-status.ts';
import { type OpenedCompany, openCompany } from './open-company.ts';

const EVENT: Partial<Record<CompanyVerificationStatus, EventType>> = {
  PENDING: 'COMPANY_VERIFICATION_REQUESTED',
  APPROVED: 'COMPANY_VERIFIED',
  REJECTED: 'COMPANY_REJECTED',
};

/** Advance a company's verification by one step that its lifecycle lists; the event stores the reason. */
async function changeVerification(
  tx: Transaction,
  context: OperationContext,
  { row }: OpenedCompany,
  to: 'PENDING' | 'APPROVED' | 'REJECTED',
  reason: string | null,
): Promise<void> {
  const from = row.verificationStatus;
  assertVerificationStep(from, to);
  await tx.patch(company, row.id, { verificationStatus: to });
  await recordEvent(tx, context, {
    type: EVENT[to] ?? 'COMPANY_UPDATED',
    targetType: 'Company',
    targetId: row.id,
    data: { from, to, ...(reason ? { reason } : {}) },
    customerVisible: true,
  });
}

/**
 * Request verification of a company, for the first time or again. Until it is approved, the company cannot
 * submit orders.
 */
export const requestCompanyVerification = defineOperation({
  name: 'request-company-verification',
  version: 1,
  kind: 'intent',
  title: 'Request verification of organization',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, reason: Reason }),
  subjects: ({ companyId }) => [companyId],
  async run(tx, { companyId, reason }, context) {
    const openedCompany = await openCompany(tx, context, companyId, mayRequestVerification);
    if (openedCompany.row.verificationStatus === 'REJECTED')
      throw refuse(
        'TRANSITION_NOT_ALLOWED',
        'The verification was rejected. Submit the organization again instead.',
      );
    await changeVerification(tx, context, openedCompany, 'PENDING', reason);
    return applied;
  },
});

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
      throw refuse(
        'TRANSITION_NOT_ALLOWED',
        'The verification was not rejected. Nothing has to be submitted again.',
      );
    await changeVerification(tx, context, openedCompany, 'PENDING', reason);
    return applied;
  },
});
