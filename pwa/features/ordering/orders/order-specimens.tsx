import { CircleX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { mayCancelSpecimen } from '#db/ordering/orders/cancel-specimens.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { call } from '#pwa/api/call.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import {
  type CustomerReason,
  CustomerReasonFields,
  CustomerReasonForm,
  withoutEmptyNote,
} from '#pwa/ui/form/customer-reason.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { hasPatients, patientColumn } from '#pwa/ui/list/usual-columns.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { commonMaterial, figuresText, materialOf, specimenColumns } from './order-specimen-columns.tsx';

interface CancelSpecimensProps {
  order: ShownOrder;
  viewer: Viewer;
  /** The selected rows of the list. */
  selected: ReadonlySet<string>;
  onDone(): void;
}

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Cancels the selected specimens with a reason; shows how many of them cannot be canceled. */
function CancelSpecimens({ order, viewer, selected, onDone }: CancelSpecimensProps) {
  const [open, setOpen] = useState(false);
  const operation = useOrderOperation();
  const selectedSpecimens = order.specimens.filter(({ id }) => selected.has(id));
  const cancelable = selectedSpecimens.filter((row) => mayCancelSpecimen(viewer.role, order, row));
  const cancel = async (values: CustomerReason): Promise<void> => {
    const body = { specimenIds: cancelable.map(({ id }) => id), ...withoutEmptyNote(values) };
    const input = { params: { id: order.id }, body };
    await operation.mutateAsync({
      send: () => call(ORDER_CALLS[viewer.family].cancelSpecimens, input),
      done: `${specimens(cancelable.length)} canceled`,
    });
    setOpen(false);
    onDone();
  };
  const title = `Cancel ${specimens(cancelable.length)}`;
  if (selectedSpecimens.length === 0)
    return <p className="text-ink-soft text-sm">Select specimens to cancel.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={CircleX}
        variant="danger"
        disabled={cancelable.length === 0}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {selectedSpecimens.length > cancelable.length && (
        <p className="text-ink-soft text-sm">{`${selectedSpecimens.length - cancelable.length} of the selected cannot be canceled.`}</p>
      )}
      <FormDialog
        open={open}
        title={`${title}: ${orderTitle(order)}`}
        submitLabel={title}
        danger
        schema={CustomerReasonForm}
        onSubmit={cancel}
        onClose={() => setOpen(false)}
      >
        <p>Work on these specimens stops and charges are recalculated. This cannot be undone.</p>
        <CustomerReasonFields customer={viewer.customer} />
      </FormDialog>
    </div>
  );
}

type Row = ShownOrder['specimens'][number];

const REQUISITION: Column<Row> = {
  id: 'requisitionNumber',
  header: 'Requisition',
  sortBy: ({ requisitionNumber }) => shownRequisition(requisitionNumber),
  cell: ({ requisitionNumber }) => <span className="code">{shownRequisition(requisitionNumber) ?? '—'}</span>,
};
/** Shows both numbers of a specimen below each other where two columns do not fit. */
const NUMBERS: Column<Row> = {
  ...REQUISITION,
  header: 'Numbers',
  cell: ({ requisitionNumber, julianId }) => (
    <span className="block">
      <span className="code block">{shownRequisition(requisitionNumber) ?? '—'}</span>
      {julianId && <span className="code block text-ink-soft">{julianId}</span>}
    </span>
  ),
};

const MATERIAL: Column<Row> = { id: 'material', header: 'Material', sortBy: materialOf, cell: materialOf };
const PLACE: Column<Row> = {
  id: 'place',
  header: 'Container',
  sortBy: ({ orderRow }) => orderRow,
  cell: ({ shipmentPlateLocation, shipmentPlateNumber }) =>
    shipmentPlateLocation ? `Plate ${shipmentPlateNumber ?? 1}, ${shipmentPlateLocation}` : 'Tube',
};
const RECEIVED: Column<Row> = {
  id: 'receivedAt',
  header: 'Received',
  sortBy: ({ receivedAt }) => receivedAt,
  cell: ({ receivedAt }) => <Time value={receivedAt} />,
};

/** Whether the results are there, and what the lab measured. */
const resultColumn = (figures: ShownOrder['figures']): Column<Row> => ({
  id: 'result',
  header: 'Result',
  sortBy: ({ resultsReleasedAt }) => resultsReleasedAt,
  cell: ({ id, resultsReleasedAt }) => (
    <>
      {resultsReleasedAt && <ToneBadge tone="success" label="Ready" />}
      <span className="block text-ink-soft text-sm tabular-nums">{figuresText(figures[id])}</span>
    </>
  ),
});

/** Properties that differ between the order's specimens; common ones are among the order's details. */
function columnsOf(
  { specimens, packageType, repeats, figures }: ShownOrder,
  customer: boolean,
): readonly Column<Row>[] {
  const { sampleId, status, labId } = specimenColumns<Row>(customer, repeats);
  const patient = hasPatients(specimens) ? [patientColumn<Row>()] : [];
  const more = [
    ...(commonMaterial(specimens) === null ? [MATERIAL] : []),
    ...(packageType === 'PLATE' ? [PLACE] : []),
  ];
  const numbers = patient.length + more.length > 0 ? [NUMBERS] : [REQUISITION, labId];
  const hasResults =
    Object.keys(figures).length > 0 || specimens.some((row) => row.resultsReleasedAt !== null);
  const result = hasResults ? [resultColumn(figures)] : [];
  return [sampleId, ...patient, status, ...result, ...numbers, ...more, RECEIVED];
}

const matchesSearch = (row: Row, search: string): boolean =>
  [
    row.customerSampleId,
    row.patientMrn,
    shownRequisition(row.requisitionNumber),
    row.julianId,
    row.tubeBarcode,
  ].some((text) => text?.toLowerCase().includes(search.toLowerCase()));

/** Every specimen of the order with its status, as far as this user may read it. */
export function OrderSpecimens({
  order,
  viewer,
  onOpen,
}: {
  order: ShownOrder;
  viewer: Viewer;
  onOpen(link: AppLink): void;
}) {
  const [search, setSearch] = useState('');
  const [label, setLabel] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { customer, specimenLink } = viewer;
  const columns = useMemo(() => columnsOf(order, customer), [customer, order]);
  const labelOf = ({ id, status }: Row): string => specimenDisplay(status, customer, order.repeats[id]).label;
  const labels = [...new Set(order.specimens.map(labelOf))];
  const rows = order.specimens.filter(
    (row) => (label === '' || labelOf(row) === label) && matchesSearch(row, search.trim()),
  );
  const canOpen = specimenLink('x') !== null;
  const canCancel = order.specimens.some((row) => mayCancelSpecimen(viewer.role, order, row));
  return (
    <section aria-labelledby="order-specimens" className="flex min-w-0 flex-col gap-2">
      <h2 id="order-specimens" className="font-semibold text-lg">
        Specimens
      </h2>
      <DataList
        label="Specimens"
        pageSize={20}
        firstOnPhone={5}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ customerSampleId }) => customerSampleId}
        search={{ value: search, onChange: setSearch }}
        onClear={label === '' ? undefined : () => setLabel('')}
        {...(canCancel ? { selection: { selected, onSelect: setSelected } } : {})}
        {...(canOpen
          ? {
              onOpen: ({ id }: Row) => {
                const link = specimenLink(id);
                if (link) onOpen(link);
              },
              link: ({ id }: Row) => specimenLink(id),
            }
          : {})}
        filters={
          labels.length > 1 && (
            <ListFilters
              list={filterState({ status: label }, (_name, value) => setLabel(value))}
              filters={[
                {
                  name: 'status',
                  label: 'Status',
                  options: labels.map((value) => ({ value, label: value })),
                },
              ]}
            />
          )
        }
        empty={
          order.specimens.length === 0 ? (
            <p className="px-4 py-8 text-center text-ink-soft">No specimen has been entered yet.</p>
          ) : undefined
        }
      />
      {canCancel && (
        <CancelSpecimens {...{ order, viewer, selected }} onDone={() => setSelected(new Set())} />
      )}
    </section>
  );
}
