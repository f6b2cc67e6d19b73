import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { PROJECT_STATUS, PROJECT_STATUSES } from '#db/research/project.ts';
import type { ListedProject } from '#db/research/shown-project.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { PROJECT_CALLS, type ProjectFamily } from './use-projects.ts';

const day = (value: string | null): string => formatDate(value, 'monthDay');

const COLUMNS: readonly Column<ListedProject>[] = [
  {
    id: 'name',
    header: 'Project',
    sortable: true,
    cell: ({ name, companyName }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        <span className="block font-normal text-ink-soft text-sm">{companyName}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={PROJECT_STATUS[status]} />,
  },
  { id: 'managerName', header: 'Manager', cell: ({ managerName }) => managerName },
  { id: 'startDate', header: 'Starts', sortable: true, cell: ({ startDate }) => day(startDate) },
  { id: 'endDate', header: 'Ends', sortable: true, cell: ({ endDate }) => day(endDate) },
  { id: 'orders', header: 'Orders', align: 'right', cell: ({ orderCount }) => orderCount },
  { id: 'specimens', header: 'Specimens', align: 'right', cell: ({ specimenCount }) => specimenCount },
];

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS[value].label }));

function Filters({
  list,
  companies,
}: {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  companies: readonly { id: string; name: string }[];
}) {
  const filters = [
    { name: 'status', label: 'Status', options: STATUSES },
    // A single organization leaves no choice.
    ...(companies.length > 1
      ? [
          {
            name: 'companyId',
            label: 'Organization',
            options: companies.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]
      : []),
  ];
  return <ListFilters list={list} filters={filters} />;
}

interface ProjectsPageProps {
  family: ProjectFamily;
  title: string;
  onOpen(projectId: string): void;
}

/** The projects of the user's own organizations, or for the lab of all customers. */
export function ProjectsPage({ family, title, onOpen }: ProjectsPageProps) {
  const role = useSession().session?.user.role;
  const [adding, setAdding] = useState(false);
  const calls = PROJECT_CALLS[family];
  const choices = useCall(calls.choices, {});
  const list = useServerList({
    call: calls.list,
    filters: ['status', 'companyId'],
    sort: 'status:asc,name:asc',
  });
  const create = role !== undefined && may(role, `${family}:create`) && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New project
    </Button>
  );
  return (
    <Page title={title} actions={create}>
      <DataList
        {...list.list}
        label="Projects"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: `/${family}/$id`, params: { id } })}
        filters={<Filters list={list} companies={choices.data?.companies ?? []} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={FolderKanban} title="No projects yet" action={create}>
              A project groups orders that belong together. Orders are added to it when they are placed.
            </EmptyState>
          )
        }
      />
      <ProjectDialog
        open={adding}
        family={family}
        project={null}
        onClose={() => setAdding(false)}
        onSaved={onOpen}
      />
    </Page>
  );
}
