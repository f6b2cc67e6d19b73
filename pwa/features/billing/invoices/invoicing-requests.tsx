import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { answerInvoicing } from '#db/api/billing/billing-invoices.ts';
import type { InvoicingRequest } from '#db/organizations/invoicing.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import { INVOICE_FAMILIES, useMoneyViewer } from './use-invoice.ts';

/** Organizations that asked to pay by invoice: accept their purchase orders, or decline with a reason. */
export function InvoicingRequests({ rows }: { rows: readonly InvoicingRequest[] }) {
  const { role } = useMoneyViewer();
  const [declined, setDeclined] = useState<InvoicingRequest | null>(null);
  const { mutate, mutateAsync, isPending } = useCallMutation(answerInvoicing, {
    invalidates: INVOICE_FAMILIES,
    onSuccess: () => toast.success('The organization sees your answer'),
  });
  const mayAnswer = may(role, 'billing/invoice:update');
  return (
    <>
      <ul aria-label="Invoicing requests" className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.companyId} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block wrap-anywhere font-medium">{row.companyName}</span>
              <span className="block text-ink-soft text-sm">{`Requested ${formatDate(row.since)}`}</span>
            </span>
            {mayAnswer && (
              <>
                <Button aria-label={`Decline ${row.companyName}`} onClick={() => setDeclined(row)}>
                  Decline
                </Button>
                <Button
                  variant="primary"
                  busy={isPending}
                  aria-label={`Accept purchase orders of ${row.companyName}`}
                  onClick={() =>
                    mutate(
                      { params: { id: row.companyId }, body: { allow: true } },
                      { onError: (error) => void toast.error(errorText(error)) },
                    )
                  }
                >
                  Accept purchase orders
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <FormDialog
        open={declined !== null}
        title={`Decline invoicing: ${declined?.companyName ?? ''}`}
        submitLabel="Decline"
        danger
        schema={ReasonForm}
        onSubmit={async ({ reason }) => {
          await mutateAsync({ params: { id: declined?.companyId ?? '' }, body: { allow: false, reason } });
          setDeclined(null);
        }}
        onClose={() => setDeclined(null)}
      >
        <p>The organization reads your reason and can ask again.</p>
        <ReasonField name="reason" />
      </FormDialog>
    </>
  );
}
