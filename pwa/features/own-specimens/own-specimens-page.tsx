import { useQuery } from '@tanstack/react-query';
import { TestTube } from 'lucide-react';
import { useState } from 'react';
import { OrderChoices } from '#db/ordering/order-choices.ts';
import { mayDecide } from '#db/specimens/customer-decision.ts';
import { ListedSpecimen } from '#db/specimens/listed-specimen.ts';
import { RESULTS_STATES } from '#db/specimens/results-state.ts';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { callApi } from '#pwa/api/client.ts';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Option } from '#pwa/ui/form/option.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { type ListFilter, ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { shownColumns, useListView } from '#pwa/ui/list/views/list-view.ts';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { Page } from '#pwa/ui/page.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { decideColumn, ownSpecimenColumns } from './own-specimen-columns.tsx';
import { useReader } from './use-own-specimens.ts';

const PATH = '/api/specimens';
const FILTERS = ['status', 'protocolId', 'projectId', 'companyId', 'orderId', 'results'] as const;

const toOptions = (rows: OrderChoices['services']): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

function filtersOf(choices: OrderChoices | null, customer: boolean): readonly ListFilter[] {
  const status: ListFilter = {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: SPECIMEN_STATUSES.map((value) => ({ value, label: specimenDisplay(value, customer).label })),
  };
  const results: ListFilter = {
    name: 'results',
    label: 'Results',
    any: 'Any results',
    // Customers do not see how much work waits inside the lab.
    options: customer ? [{ value: 'RELEASED', label: 'With results' }] : RESULTS_STATES,
  };
  if (!choices) return [status, results];
  const { services, companies, projects } = choices;
  const more: ListFilter[] = [
    { name: 'protocolId', label: 'Service', any: 'All services', options: toOptions(services) },
    { name: 'projectId', label: 'Project', any: 'All projects', options: toOptions(projects) },
    { name: 'companyId', label: 'Organization', any: 'All organizations', options: toOptions(companies) },
  ];
  // A single organization leaves no choice.
  return [
    status,
    results,
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
  const [deciding, setDeciding] = useState<string | null>(null);
  const choices =
    useQuery({
      queryKey: [`${PATH}/choices`],
      queryFn: ({ signal }) => callApi({ path: `${PATH}/choices`, answer: OrderChoices, signal }),
      networkMode: 'always',
    }).data ?? null;
  const list = useServerList({ path: PATH, row: ListedSpecimen, filters: FILTERS, sort: 'createdAt:desc' });
  const hasSeveralCompanies = !customer || (choices !== null && choices.companies.length > 1);
  const decides = writes !== null && mayDecide(role);
  const columns = ownSpecimenColumns(hasSeveralCompanies, customer, list.rows);
  const hasDecisions = decides && list.rows.some(({ status }) => status === 'ACTION_REQUIRED');
  const viewing = useListView(FILTERS);
  return (
    <Page
      title={title}
      actions={
        <ListActions
          {...{ viewing, columns, actions, store: useServerViews('specimens') }}
          file={{ path: `${PATH}/export`, listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={[
          ...shownColumns(columns, viewing.view.hidden),
          ...(hasDecisions ? [decideColumn(({ id }) => setDeciding(id))] : []),
        ]}
        rowKey={({ id }) => id}
        rowLabel={({ customerSampleId }) => customerSampleId}
        onOpen={({ id }) => onOpen(id)}
        href={({ id }) => `${base}/${id}`}
        filters={<ListFilters list={list} filters={filtersOf(choices, customer)} />}
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
