import { useNavigate } from '@tanstack/react-router';
import { Plus, Workflow } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listFlows } from '#db/api/protocols/flows.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES } from '#db/batches/batch.ts';
import { type Flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { PROCEDURE_STATUS_DISPLAY } from '#db/protocols/procedure.ts';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { NewFlowDialog } from './flow-form.tsx';

/** Name the stages of a flow in the order of work. */
const stagesOf = (row: Flow): string =>
  BATCH_TYPES.filter((type) => row[PROCEDURE_ID_FIELD[type]] !== null)
    .map((type) => BATCH_TYPE_FACTS[type].label)
    .join(', ');

const COLUMNS: readonly Column<Flow>[] = [
  {
    id: 'name',
    header: 'Flow',
    sortable: true,
    cell: ({ name, code, entity }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        <span className="code block font-normal text-ink-soft text-sm">
          {code}
          <EntityBadge entity={entity} />
        </span>
      </span>
    ),
  },
  { id: 'flowVersion', header: 'Version', align: 'right', cell: ({ flowVersion }) => flowVersion },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => <StatusBadge display={procedureDisplay(row)} />,
  },
  { id: 'stages', header: 'Stages', wide: true, cell: stagesOf },
  { id: 'createdAt', header: 'Created', sortable: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(PROCEDURE_STATUS_DISPLAY).map(([value, { label }]) => ({ value, label })),
    multiple: true,
  },
];
const VIEWS = [
  { id: 'all', label: 'All', filters: {} },
  { id: 'in-use', label: 'Approved', filters: { status: ['APPROVED'] } },
  { id: 'preparing', label: 'In preparation', filters: { status: ['PENDING_APPROVAL', 'REJECTED'] } },
  { id: 'research', label: 'Research', filters: { status: ['RESEARCH'] } },
  { id: 'archived', label: 'Archived', filters: { status: ['ARCHIVED'] } },
];

/** The flows of the lab in all their versions. */
export function FlowsPage() {
  const role = useSession().session?.user.role;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useServerList({ call: listFlows, filters: ['status'], sort: 'name:asc' });
  const open = (id: string): void => void navigate({ to: '/lab/flows/$id', params: { id } });
  const create = role !== undefined && may(role, 'lab/flows:create') && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New flow
    </Button>
  );
  return (
    <Page title="Flows" actions={create}>
      <DataList
        {...list.list}
        label="Flows"
        noun="flows"
        columns={COLUMNS}
        views={VIEWS}
        rowKey={({ id }) => id}
        rowLabel={({ name, flowVersion }) => `${name}, version ${flowVersion}`}
        onOpen={({ id }) => open(id)}
        link={({ id }) => ({ to: '/lab/flows/$id', params: { id } })}
        filters={<ListFilters list={list} filters={FILTERS} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={Workflow} title="No flows yet" action={create}>
              A flow is the route of a specimen: at most one procedure for each stage.
            </EmptyState>
          )
        }
      />
      {adding && <NewFlowDialog onClose={() => setAdding(false)} onCreated={open} />}
    </Page>
  );
}
