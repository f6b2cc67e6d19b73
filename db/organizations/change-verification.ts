import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { company } from './company.ts';
import { assertVerificationStep } from './company-lifecycle.ts';
import type { CompanyVerificationStatus } from './company-verification-status.ts';
import type { OpenedCompany } from './open-company.ts';

const EVENT: Partial<Record<CompanyVerificationStatus, EventType>> = {
  PENDING: 'COMPANY_VERIFICATION_REQUESTED',
  APPROVED: 'COMPANY_VERIFIED',
  REJECTED: 'COMPANY_REJECTED',
};

/** Advance a company's verification by one step that its lifecycle lists; the event stores the reason. */
export async function changeVerification(
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
