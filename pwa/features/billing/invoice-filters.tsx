import { INVOICE_STATUS, INVOICE_STATUSES } from '#db/billing/invoice-status.ts';
import { INVOICE_STATES, type InvoiceState } from '#db/billing/listed-invoice.ts';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

const STATE_LABELS: Record<InvoiceState, string> = {
  unbilled: 'Not billed yet',
  open: 'To be paid',
  overdue: 'Overdue',
  paid: 'Paid',
  ended: 'Void or canceled',
};

const FILTERS = [
  {
    name: 'stand',
    label: 'How they stand',
    any: 'All invoices',
    options: INVOICE_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS[value].label })),
  },
];

type Filters = Pick<ServerList<unknown>, 'filter' | 'setFilter'>;

function Day({ list, name, label }: { list: Filters; name: 'from' | 'to'; label: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is drawn inside by its component.
    <label className="flex items-center gap-2 text-ink-soft text-sm max-md:w-full max-md:justify-between">
      <span className="shrink-0 max-md:w-24">{label}</span>
      <TextInput
        type="date"
        value={list.filter(name)[0] ?? ''}
        onChange={(day) => list.setFilter(name, day)}
      />
    </label>
  );
}

/** Filters by payment state, status, and days of issue. */
export function InvoiceFilters({ list }: { list: Filters }) {
  return (
    <>
      <ListFilters list={list} filters={FILTERS} />
      <div className="flex flex-wrap gap-2 max-md:w-full">
        <Day list={list} name="from" label="Issued from" />
        <Day list={list} name="to" label="to" />
      </div>
    </>
  );
}
