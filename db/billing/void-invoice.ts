import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { endInvoice } from './end-invoice.ts';
import { issuedInvoice } from './opened-billing.ts';

/**
 * Void an issued invoice; its specimens are not charged any more, unless a correction bills them (domain
 * 8.6).
 */
export const voidInvoice = defineOperation({
  name: 'void-invoice',
  version: 1,
  kind: 'intent',
  title: 'Void invoice',
  grant: 'billing/invoice:delete',
  args: z.strictObject({ invoiceId: Id, reason: Reason }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, reason }, context) {
    await endInvoice(tx, context, await issuedInvoice(tx, context, invoiceId), reason);
    return applied;
  },
});
