import { FilterX } from 'lucide-react';
import type { Order } from '#db/ordering/order.ts';
import { RESULTS_STATES } from '#db/specimens/results-state.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { type FILTER_NAMES, type SpecimenFilters, STATUSES_BY_RANK } from './specimen-rows.ts';

const STATUSES = STATUSES_BY_RANK.map((value) => ({ value, label: SPECIMEN_STATUS[value].label }));

interface SpecimenFilterBarProps {
  filters: SpecimenFilters;
  orders: readonly Order[];
  onChange(name: (typeof FILTER_NAMES)[number], value: string): void;
  /** Null while no filter is set. */
  onClear: (() => void) | null;
}

/** Filters by status, order, day of receipt and state of the results. */
export function SpecimenFilterBar({ filters, orders, onChange, onClear }: SpecimenFilterBarProps) {
  // A draft has no specimens in the lab.
  const byNumber = orders
    .filter(({ status }) => status !== 'DRAFT')
    .sort((a, b) => b.orderNumber.localeCompare(a.orderNumber));
  return (
    <div className="grid w-full grid-cols-2 items-end gap-2 lg:grid-cols-5">
      <Field filter label="Status">
        {(control) => (
          <Select
            {...control}
            placeholder="Any status"
            options={STATUSES}
            value={filters.status}
            onChange={(status) => onChange('status', status)}
          />
        )}
      </Field>
      <Field filter label="Order">
        {(control) => (
          <Combobox
            {...control}
            placeholder="Any order"
            options={byNumber.map(({ id, orderNumber }) => ({ value: id, label: orderNumber }))}
            value={filters.orderId}
            onChange={(orderId) => onChange('orderId', orderId)}
          />
        )}
      </Field>
      <Field filter label="Received on">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={filters.receivedDay}
            onChange={(receivedDay) => onChange('receivedDay', receivedDay)}
          />
        )}
      </Field>
      <Field filter label="Results">
        {(control) => (
          <Select
            {...control}
            placeholder="Any results"
            options={RESULTS_STATES}
            value={filters.results}
            onChange={(results) => onChange('results', results)}
          />
        )}
      </Field>
      {onClear && (
        <Button icon={FilterX} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
