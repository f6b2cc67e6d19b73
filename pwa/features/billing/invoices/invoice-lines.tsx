import type { ShownInvoice, ShownInvoiceLine } from '#db/billing/invoices/shown-invoice.ts';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Section } from '#pwa/ui/page.tsx';

function Specimens({ line }: { line: ShownInvoiceLine }) {
  const { specimens } = line;
  if (specimens.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer text-ink-soft text-sm">
        {specimens.length === 1 ? '1 specimen' : `${specimens.length} specimens`}
      </summary>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {specimens.map(({ id, requisitionNumber, customerSampleId }) => (
          <li key={id} className="code">
            {[shownRequisition(requisitionNumber), customerSampleId && `(${customerSampleId})`]
              .filter(Boolean)
              .join(' ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The billed lines; they always add up to the total. */
export function InvoiceLines({ invoiceView }: { invoiceView: ShownInvoice }) {
  const { lines, invoice } = invoiceView;
  return (
    <Section title="Lines">
      {lines.length === 0 ? (
        <p className="text-ink-soft">The lines are written when the work is done.</p>
      ) : (
        <ul aria-label="Lines" className="divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <p className="wrap-anywhere font-medium">{line.description}</p>
                {line.quantity > 1 && (
                  <p className="text-ink-soft text-sm tabular-nums">
                    {`${line.quantity} at ${formatMoney(line.unitPrice)}`}
                  </p>
                )}
                <Specimens line={line} />
              </div>
              <span className="tabular-nums">{formatMoney(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 flex justify-between border-line-strong border-t pt-2 font-semibold text-lg">
        <span>Total</span>
        <span className="tabular-nums">{formatMoney(invoice.totalDue)}</span>
      </p>
    </Section>
  );
}
