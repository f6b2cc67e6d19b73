import { INVOICE_STATUS, INVOICE_STATUSES } from '#db/billing/invoice-status.ts';
import { INVOICE_STANDS, type InvoiceStandWord } from '#db/billing/listed-invoice.ts';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

const STAND: Record<InvoiceStandWord, string> = {
  unbilled: 'Not billed yet',
  open: 'To be paid',
  overdue: 'Overdue',
  paid: 'Paid',
  ended: 'Void or canceled',
};

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

/** How invoices stand, their status, and the days between which they were issued. */
export function InvoiceFilters({ list }: { list: Filters }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component. */}
      <label className="min-w-36 max-w-56 max-md:flex-1">
        <span className="sr-only">How they stand</span>
        <Select<string>
          value={list.filter('stand')[0] ?? ''}
          onChange={(value) => list.setFilter('stand', value)}
          placeholder="All invoices"
          options={INVOICE_STANDS.map((value) => ({ value, label: STAND[value] }))}
        />
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component. */}
      <label className="min-w-36 max-w-56 max-md:flex-1">
        <span className="sr-only">Status</span>
        <Select<string>
          value={list.filter('status')[0] ?? ''}
          onChange={(value) => list.setFilter('status', value)}
          placeholder="Any status"
          options={INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS[value].label }))}
        />
      </label>
      <Day list={list} name="from" label="Issued from" />
      <Day list={list} name="to" label="Issued to" />
    </>
  );
}
