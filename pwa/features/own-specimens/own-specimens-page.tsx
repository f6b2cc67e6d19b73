import { useQuery } from '@tanstack/react-query';
import { TestTube } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { OrderChoices } from '#db/ordering/order-choices.ts';
import { mayDecide } from '#db/specimens/customer-decision.ts';
import { ListedSpecimen } from '#db/specimens/listed-specimen.ts';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { specimenLook } from '#db/specimens/specimen-status-for-customers.ts';
import { callApi } from '#pwa/api/client.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Option } from '#pwa/ui/form/option.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { type ListFilter, ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { shownColumns, useListView } from '#pwa/ui/list/views/list-view.ts';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { ViewMenu } from '#pwa/ui/list/views/view-menu.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { decideColumn, ownSpecimenColumns } from './own-specimen-columns.tsx';
import { useReader } from './use-own-specimens.ts';

const PATH = '/api/specimens';
const FILTERS = ['status', 'protocolId', 'projectId', 'companyId', 'orderId'] as const;

const named = (rows: OrderChoices['services']): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

function filtersOf(choices: OrderChoices | null, customer: boolean): readonly ListFilter[] {
  const status: ListFilter = {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: SPECIMEN_STATUSES.map((value) => ({ value, label: specimenLook(value, customer).label })),
  };
  if (!choices) return [status];
  const { services, companies, projects } = choices;
  const more: ListFilter[] = [
    { name: 'protocolId', label: 'Service', any: 'All services', options: named(services) },
    { name: 'projectId', label: 'Project', any: 'All projects', options: named(projects) },
    { name: 'companyId', label: 'Organization', any: 'All organizations', options: named(companies) },
  ];
  // There is nothing to choose from one.
  return [status, ...more.filter(({ name, options }) => options.length > (name === 'companyId' ? 1 : 0))];
}

interface OwnSpecimensPageProps {
  onOpen(id: string): void;
  /** Where the page of each is. */
  base?: '/specimens' | '/lab/specimens';
  title?: string;
  /** Before the menus of the list. */
  actions?: ReactNode;
}

/** Every specimen that this person sees: searched, filtered, sorted and paged by the server. */
export function OwnSpecimensPage(props: OwnSpecimensPageProps) {
  const { onOpen, base = '/specimens', title = 'Specimens', actions } = props;
  const { customer, role, writes } = useReader();
  const [deciding, setDeciding] = useState<string | null>(null);
  const choices =
    useQuery({
      queryKey: [`${PATH}/choices`],
      queryFn: ({ signal }) => callApi({ path: `${PATH}/choices`, answer: OrderChoices, signal }),
      networkMode: 'always',
    }).data ?? null;
  const list = useServerList({ path: PATH, row: ListedSpecimen, filters: FILTERS, sort: 'createdAt:desc' });
  const ofSeveral = !customer || (choices !== null && choices.companies.length > 1);
  const decides = writes !== null && mayDecide(role);
  const columns = ownSpecimenColumns(ofSeveral, customer);
  const waits = decides && list.rows.some(({ status }) => status === 'ACTION_REQUIRED');
  const viewing = useListView(FILTERS);
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <ViewMenu store={useServerViews('specimens')} viewing={viewing} columns={columns} />
          <ExportMenu path={`${PATH}/export`} asked={list.asked} total={list.total} />
        </>
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={[
          ...shownColumns(columns, viewing.view.hidden),
          ...(waits ? [decideColumn(({ id }) => setDeciding(id))] : []),
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
