import { useState } from 'react';
import { INVOICE_ACTIONS } from '#db/billing/invoice-actions.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { InvoiceChanges } from '#db/billing/update-invoice.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { errorText, useInvoiceAct } from './use-invoice.ts';

interface ReferencesDialogProps {
  shown: ShownInvoice;
  open: boolean;
  onClose(): void;
  onDone(after: ShownInvoice): void;
}

const addressesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Changes what the customer's papers call an invoice, and to whom it is sent; its amounts stay. */
export function ReferencesDialog({ shown, open, onClose, onDone }: ReferencesDialogProps) {
  const { id, invoiceNumber, version, customerPurchaseOrder, statementOfWork, billingEmails } = shown.invoice;
  const [order, setOrder] = useState(customerPurchaseOrder ?? '');
  const [work, setWork] = useState(statementOfWork ?? '');
  const [emails, setEmails] = useState(billingEmails.join('\n'));
  const [tried, setTried] = useState(false);
  const act = useInvoiceAct();
  const changes = InvoiceChanges.safeParse({
    customerPurchaseOrder: order,
    statementOfWork: work,
    billingEmails: addressesOf(emails),
  });
  const problem = (field: string): string | null =>
    (tried && changes.error?.issues.find(({ path }) => path[0] === field)?.message) || null;
  const confirm = (): void => {
    setTried(true);
    if (!changes.success) return;
    act.mutate(
      {
        path: `/api/billing/invoice/${id}`,
        method: 'PATCH',
        data: { seenVersion: version, changes: changes.data },
        done: 'The references are changed',
      },
      { onSuccess: onDone },
    );
  };
  return (
    <ActWindow
      open={open}
      act={INVOICE_ACTIONS.change.title}
      of={invoiceNumber}
      busy={act.isPending}
      problem={act.error ? errorText(act.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>They stand on the invoice and its PDF. Amounts and lines do not change.</p>
      <Field label="Purchase order" error={problem('customerPurchaseOrder')}>
        {(control) => <TextInput {...control} code maxLength={200} value={order} onChange={setOrder} />}
      </Field>
      <Field label="Statement of work" error={problem('statementOfWork')}>
        {(control) => <TextInput {...control} maxLength={200} value={work} onChange={setWork} />}
      </Field>
      <Field
        label="Sent to"
        hint="One email address a line. Without any, whoever ordered is written to."
        error={problem('billingEmails')}
      >
        {(control) => <TextArea {...control} value={emails} onChange={setEmails} maxLength={2000} />}
      </Field>
    </ActWindow>
  );
}
