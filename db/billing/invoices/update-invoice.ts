import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { invoice } from './invoice.ts';
import { InvoiceChanges } from './invoice-form.ts';
import { openedInvoice } from './opened-billing.ts';

/** Return the conflict error for an invoice that another person changed since it was read. */
const staleInvoice = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this invoice meanwhile. Load the page again and repeat your change.',
  );

/** Change the references and the recipient of an invoice; amounts of an issued one never change. */
export const updateInvoice = defineOperation({
  name: 'update-invoice',
  version: 1,
  kind: 'intent',
  title: 'Change invoice',
  grant: 'billing/invoice:update',
  args: z.strictObject({ invoiceId: Id, seenVersion: z.int(), changes: InvoiceChanges }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, seenVersion, changes }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    if (row.status === 'VOID' || row.status === 'CANCELED')
      throw refuse('INVOICE_ENDED', 'This invoice is void or canceled. Nothing on it changes any more.');
    if (row.version !== seenVersion) throw staleInvoice();
    const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (definedChanges.length > 0) await tx.patch(invoice, invoiceId, Object.fromEntries(definedChanges));
    return applied;
  },
});
