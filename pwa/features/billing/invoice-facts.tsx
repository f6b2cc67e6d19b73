import { disputedOf, isLost } from '#db/billing/card-dispute.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { DueDate } from './invoice-columns.tsx';

/** A link to another page; plain text where this user has none. */
export function OptionalLink({ href, children }: { href: string | null; children: string }) {
  if (!href) return <span className="code">{children}</span>;
  return (
    <a href={href} className="code inline-flex min-h-6 items-center text-accent-ink underline">
      {children}
    </a>
  );
}

interface FactsProps {
  invoiceView: ShownInvoice;
  orderPath: string | null;
  pathOf(id: string): string | null;
}

/** List card payments that an open or lost dispute has taken back. */
const sumDisputed = ({ payments }: ShownInvoice, lost: boolean): number =>
  payments.filter((one) => isLost(one) === lost).reduce((sum, one) => sum + disputedOf(one), 0);

/** Explains what happened to a disputed payment, and what to do now. */
function DisputeNotices({ invoiceView, staff }: { invoiceView: ShownInvoice; staff: boolean }) {
  // A balance paid in another way needs no further action.
  const isOwed = invoiceView.invoice.balance > 0;
  const [open, lost] = [sumDisputed(invoiceView, false), sumDisputed(invoiceView, true)];
  return (
    <>
      {isOwed && open > 0 && (
        <Notice tone="danger" title={`The owner of the card disputes ${formatMoney(open)}.`}>
          <p>
            {staff
              ? 'The money went back to the card and is owed again. Answer the dispute at the card processor; if it is won, the payment counts again by itself. Otherwise ask for another payment, or void the invoice.'
              : 'The money went back to the card, so it is owed again. Pay in another way, or ask your bank to withdraw the dispute.'}
          </p>
        </Notice>
      )}
      {isOwed && lost > 0 && (
        <Notice tone="danger" title={`The dispute over ${formatMoney(lost)} was lost.`}>
          <p>
            {staff
              ? 'The money stays with the owner of the card and is owed. Ask for another payment, write it off, or void the invoice.'
              : 'Your bank decided that the money stays with you, so it is still owed. Pay in another way.'}
          </p>
        </Notice>
      )}
    </>
  );
}

/** Special states: void, corrected, correcting, or with a refund due. */
export function InvoiceNotices({
  invoiceView,
  pathOf,
  staff,
}: Pick<FactsProps, 'invoiceView' | 'pathOf'> & { staff: boolean }) {
  const { invoice, corrects, correctedBy, refundsDue } = invoiceView;
  return (
    <>
      {invoice.status === 'VOID' && (
        <Notice tone="warning" title="This invoice is void. Do not pay it.">
          {invoice.voidReason && <p>{invoice.voidReason}</p>}
          {correctedBy && (
            <p>
              {'It is corrected by '}
              <OptionalLink href={pathOf(correctedBy.id)}>{correctedBy.invoiceNumber}</OptionalLink>
            </p>
          )}
        </Notice>
      )}
      {corrects && (
        <Notice tone="info" title="This invoice corrects another one.">
          <p>
            {'It takes the place of '}
            <OptionalLink href={pathOf(corrects.id)}>{corrects.invoiceNumber}</OptionalLink>
          </p>
        </Notice>
      )}
      {invoice.issuedAt === null && invoice.status !== 'CANCELED' && (
        <Notice tone="info" title="Not issued yet: the amounts are provisional." />
      )}
      <DisputeNotices {...{ invoiceView, staff }} />
      {refundsDue > 0 && <Notice tone="warning" title={`${formatMoney(refundsDue)} waits to be refunded.`} />}
    </>
  );
}

/** The three amounts of an invoice, and its subject. */
export function InvoiceFacts({ invoiceView, orderPath, pathOf }: FactsProps) {
  const { invoice, order, company, others: otherInvoices } = invoiceView;
  return (
    <Section title="Invoice">
      <KeyValues
        items={[
          { name: 'Total', value: formatMoney(invoice.totalDue) },
          { name: 'Paid', value: formatMoney(invoice.amountPaid) },
          {
            name: 'Balance due',
            value: <span className="font-semibold text-lg">{formatMoney(invoice.balance)}</span>,
          },
          { name: 'Due', value: <DueDate invoice={invoice} /> },
          { name: 'Organization', value: company.name },
          { name: 'Service', value: invoice.serviceName },
          ...(order
            ? [{ name: 'Order', value: <OptionalLink href={orderPath}>{order.orderNumber}</OptionalLink> }]
            : []),
          ...(invoice.campaignCode ? [{ name: 'Campaign', value: invoice.campaignCode }] : []),
          { name: 'Purchase order', value: invoice.customerPurchaseOrder ?? '' },
          ...(invoice.statementOfWork ? [{ name: 'Statement of work', value: invoice.statementOfWork }] : []),
          { name: 'Issued', value: formatDate(invoice.issuedAt) },
          {
            name: 'Sent to',
            wide: true,
            value: <span className="wrap-anywhere">{invoice.billingEmails.join(', ')}</span>,
          },
          ...(otherInvoices.length > 0
            ? [
                {
                  name: 'Other invoices of the order',
                  value: (
                    <span className="flex flex-wrap gap-x-3">
                      {otherInvoices.map((one) => (
                        <OptionalLink key={one.id} href={pathOf(one.id)}>
                          {one.invoiceNumber}
                        </OptionalLink>
                      ))}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
