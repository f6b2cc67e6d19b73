import { useState } from 'react';
import { INVOICE_ACTIONS } from '#db/billing/invoice-actions.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { InvoiceChanges } from '#db/billing/update-invoice.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { errorText, useInvoiceOperation } from './use-invoice.ts';

interface ReferencesDialogProps {
  invoiceView: ShownInvoice;
  open: boolean;
  onClose(): void;
  onDone(after: ShownInvoice): void;
}

const addressesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Edits the customer's references and recipients of an invoice; its amounts stay. */
export function ReferencesDialog({ invoiceView, open, onClose, onDone }: ReferencesDialogProps) {
  const { id, invoiceNumber, version, customerPurchaseOrder, statementOfWork, billingEmails } =
    invoiceView.invoice;
  const [order, setOrder] = useState(customerPurchaseOrder ?? '');
  const [work, setWork] = useState(statementOfWork ?? '');
  const [emails, setEmails] = useState(billingEmails.join('\n'));
  const [tried, setTried] = useState(false);
  const operation = useInvoiceOperation();
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
    operation.mutate(
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
    <OperationDialog
      open={open}
      actionLabel={INVOICE_ACTIONS.change.title}
      of={invoiceNumber}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
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
    </OperationDialog>
  );
}
