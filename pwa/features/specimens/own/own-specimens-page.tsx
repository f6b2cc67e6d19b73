import { TestTube } from 'lucide-react';
import { useState } from 'react';
import * as calls from '#db/api/specimens/specimens.ts';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import type { OrderChoices } from '#db/ordering/orders/listed-order.ts';
import { mayDecide } from '#db/specimens/discrepancies/discrepancy.ts';
import { RESULTS_STATES } from '#db/specimens/results/results-state.ts';
import type { ListedSpecimen } from '#db/specimens/shown-specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { SPECIMEN_STATUSES, specimenDisplay } from '#db/specimens/specimen-status.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { orderTitle } from '#pwa/format/names.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge, entityFilters, useVisibleEntities } from '#pwa/ui/entity-badge.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { companyColumn, hasPatients, patientColumn, serviceColumn } from '#pwa/ui/list/usual-columns.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { DecideDialog } from './specimen-decision.tsx';
import { useReader } from './use-own-specimens.ts';

const firstColumns = (customer: boolean): readonly Column<ListedSpecimen>[] => [
  {
    id: 'customerSampleId',
    header: 'Sample ID',
    sortable: true,
    cell: ({ customerSampleId, entity }) => (
      <span className="wrap-anywhere">
        {customerSampleId}
        <EntityBadge entity={entity} />
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status, repeatedIn }) => <StatusBadge display={specimenDisplay(status, customer, repeatedIn)} />,
  },
  {
    id: 'requisitionNumber',
    header: 'Requisition',
    sortable: true,
    cell: ({ requisitionNumber }) => (
      <span className="code">{shownRequisition(requisitionNumber) ?? '—'}</span>
    ),
  },
  {
    id: 'julianId',
    header: 'Julian ID',
    sortable: true,
    cell: ({ julianId }) => julianId && <span className="code">{julianId}</span>,
  },
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: (row) => (
      <span className={row.orderNumber === null ? '' : 'code'}>
        {orderTitle({ ...row, createdAt: row.orderCreatedAt })}
      </span>
    ),
  },
];

const REST: readonly Column<ListedSpecimen>[] = [
  serviceColumn(),
  {
    id: 'material',
    header: 'Material',
    tableOnly: true,
    cell: ({ otherSpecimenTypeText, providedSpecimenType }) =>
      otherSpecimenTypeText ?? SPECIMEN_TYPE[providedSpecimenType],
  },
  {
    id: 'receivedAt',
    header: 'Received',
    sortable: true,
    cell: ({ receivedAt }) => <Time value={receivedAt} />,
  },
  {
    id: 'completedAt',
    header: 'Completed',
    sortable: true,
    tableOnly: true,
    cell: ({ completedAt }) => <Time value={completedAt} />,
  },
];

/** A specimen that waits for the customer is decided from its row. */
const decideColumn = (onDecide: (row: ListedSpecimen) => void): Column<ListedSpecimen> => ({
  id: 'decide',
  header: 'Decide',
  wide: true,
  isAction: true,
  cell: (row) =>
    row.status === 'ACTION_REQUIRED' && (
      <Button
        className="relative z-10"
        variant="primary"
        aria-label={`Decide about ${row.customerSampleId}`}
        onClick={() => onDecide(row)}
      >
        Decide
      </Button>
    ),
});

/** The columns of the list; the owner for users who see several organizations or patients. */
const ownSpecimenColumns = (
  ofSeveral: boolean,
  customer: boolean,
  rows: readonly ListedSpecimen[],
): readonly Column<ListedSpecimen>[] => [
  ...firstColumns(customer),
  ...(hasPatients(rows) ? [patientColumn<ListedSpecimen>()] : []),
  ...(ofSeveral ? [companyColumn<ListedSpecimen>()] : []),
  // There is no room for both, and the owner says more than the material.
  ...REST.filter(({ id }) => id !== 'material' || !hasPatients(rows)),
];

const FILTERS = ['status', 'protocolId', 'projectId', 'companyId', 'orderId', 'results', 'entity'] as const;

const toOptions = (rows: OrderChoices['services']): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

function filtersOf(
  choices: OrderChoices | null,
  customer: boolean,
  entities: readonly BusinessEntity[],
): readonly ChoiceFilter[] {
  const status: ChoiceFilter = {
    name: 'status',
    label: 'Status',
    options: SPECIMEN_STATUSES.map((value) => ({ value, label: specimenDisplay(value, customer).label })),
  };
  const results: ChoiceFilter = {
    name: 'results',
    label: 'Results',
    // Customers do not see how much work waits inside the lab.
    options: customer ? [{ value: 'RELEASED', label: 'With results' }] : RESULTS_STATES,
  };
  const entity = entityFilters(entities);
  if (!choices) return [status, results, ...entity];
  const { services, companies, projects } = choices;
  const more: ChoiceFilter[] = [
    { name: 'protocolId', label: 'Service', options: toOptions(services) },
    { name: 'projectId', label: 'Project', options: toOptions(projects) },
    { name: 'companyId', label: 'Organization', options: toOptions(companies) },
  ];
  // A single organization leaves no choice.
  return [
    status,
    results,
    ...entity,
    ...more.filter(({ name, options }) => options.length > (name === 'companyId' ? 1 : 0)),
  ];
}

interface OwnSpecimensPageProps {
  onOpen(id: string): void;
  /** Path of the specimen pages. */
  base?: '/specimens' | '/lab/specimens';
  title?: string;
  /** Further links of the page. */
  actions?: readonly MenuAction[];
}

/** Every specimen that this user may see: searched, filtered, sorted and paged by the server. */
export function OwnSpecimensPage(props: OwnSpecimensPageProps) {
  const { onOpen, base = '/specimens', title = 'Specimens', actions = [] } = props;
  const { customer, role, writes } = useReader();
  const entities = useVisibleEntities();
  const [deciding, setDeciding] = useState<string | null>(null);
  const choices = useCall(calls.listSpecimenChoices, {}).data ?? null;
  const list = useServerList({ call: calls.listSpecimens, filters: FILTERS, sort: 'createdAt:desc' });
  const hasSeveralCompanies = !customer || (choices !== null && choices.companies.length > 1);
  const decides = writes !== null && mayDecide(role);
  const columns = ownSpecimenColumns(hasSeveralCompanies, customer, list.rows);
  const hasDecisions = decides && list.rows.some(({ status }) => status === 'ACTION_REQUIRED');
  const { viewing } = list.list;
  const views = useServerViews('specimens');
  return (
    <Page
      title={title}
      actions={
        <ListActions
          {...{ viewing, columns, actions, store: views }}
          file={{ path: calls.exportSpecimens.path, listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={[...columns, ...(hasDecisions ? [decideColumn(({ id }) => setDeciding(id))] : [])]}
        store={views}
        rowKey={({ id }) => id}
        rowLabel={({ customerSampleId }) => customerSampleId}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: `${base}/$id`, params: { id } })}
        filters={<ListFilters list={list} filters={filtersOf(choices, customer, entities)} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={TestTube} title="No specimens yet">
              Specimens appear here as soon as an order names them.
            </EmptyState>
          )
        }
      />
      <DecideDialog specimenId={deciding} onClose={() => setDeciding(null)} />
    </Page>
  );
}
