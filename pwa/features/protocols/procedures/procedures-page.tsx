import { useNavigate } from '@tanstack/react-router';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listProcedures } from '#db/api/protocols/protocols.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES } from '#db/batches/batch.ts';
import { PROCEDURE_STATUS_DISPLAY, type Procedure } from '#db/protocols/procedure.ts';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { NewProcedureDialog } from './new-procedure-dialog.tsx';

const COLUMNS: readonly Column<Procedure>[] = [
  {
    id: 'name',
    header: 'Procedure',
    sortable: true,
    cell: ({ name, code }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        <span className="code block font-normal text-ink-soft text-sm">{code}</span>
      </span>
    ),
  },
  {
    id: 'procedureVersion',
    header: 'Version',
    align: 'right',
    cell: ({ procedureVersion }) => procedureVersion,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => <StatusBadge display={procedureDisplay(row)} />,
  },
  {
    id: 'batchType',
    header: 'Batch type',
    sortable: true,
    cell: ({ batchType }) => BATCH_TYPE_FACTS[batchType].label,
  },
  { id: 'clinical', header: 'Clinical', cell: ({ clinical }) => (clinical ? 'Yes' : 'No') },
  { id: 'createdAt', header: 'Created', sortable: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const STATUSES = Object.entries(PROCEDURE_STATUS_DISPLAY).map(([value, { label }]) => ({ value, label }));
const FILTERS = [
  { name: 'status', label: 'Status', options: STATUSES, multiple: true },
  {
    name: 'batchType',
    label: 'Batch type',
    options: BATCH_TYPES.map((value) => ({ value, label: BATCH_TYPE_FACTS[value].label })),
  },
  {
    name: 'clinical',
    label: 'Clinical',
    options: [
      { value: 'true', label: 'Clinical' },
      { value: 'false', label: 'Not clinical' },
    ],
  },
];
const VIEWS = [
  { id: 'all', label: 'All', filters: {} },
  { id: 'in-use', label: 'Approved', filters: { status: ['APPROVED'] } },
  { id: 'preparing', label: 'In preparation', filters: { status: ['PENDING_APPROVAL', 'REJECTED'] } },
  { id: 'research', label: 'Research', filters: { status: ['RESEARCH'] } },
  { id: 'archived', label: 'Archived', filters: { status: ['ARCHIVED'] } },
];

/** The procedures of the lab in all their versions. */
export function ProceduresPage() {
  const role = useSession().session?.user.role;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useServerList({
    call: listProcedures,
    filters: ['status', 'batchType', 'clinical'],
    sort: 'name:asc',
  });
  const open = (id: string): void => void navigate({ to: '/lab/procedures/$id', params: { id } });
  const create = role !== undefined && may(role, 'lab/procedures:create') && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New procedure
    </Button>
  );
  return (
    <Page title="Procedures" actions={create}>
      <DataList
        {...list.list}
        label="Procedures"
        noun="procedures"
        columns={COLUMNS}
        views={VIEWS}
        rowKey={({ id }) => id}
        rowLabel={({ name, procedureVersion }) => `${name}, version ${procedureVersion}`}
        onOpen={({ id }) => open(id)}
        link={({ id }) => ({ to: '/lab/procedures/$id', params: { id } })}
        filters={<ListFilters list={list} filters={FILTERS} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={ListChecks} title="No procedures yet" action={create}>
              A procedure describes how the bench works on a batch, section by section.
            </EmptyState>
          )
        }
      />
      {adding && <NewProcedureDialog onClose={() => setAdding(false)} onCreated={open} />}
    </Page>
  );
}
