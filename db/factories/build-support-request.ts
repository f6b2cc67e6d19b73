import { type SupportRequest, supportRequest } from '#db/support/support-request.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a support request without an answer. */
export function buildSupportRequest(overrides: Partial<SupportRequest> = {}): SupportRequest {
  const number = nextNumber('support-request');
  return buildRow(
    supportRequest,
    {
      id: `support-request-${number}`,
      reference: `SR-${number}`,
      subject: 'ORDER',
      message: 'Where is my order?',
      status: 'OPEN',
      userId: 'user-1',
      companyId: 'company-1',
    },
    overrides,
  );
}
