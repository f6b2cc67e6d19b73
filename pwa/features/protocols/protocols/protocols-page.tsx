import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listProtocols } from '#db/api/protocols/protocols.ts';
import { PROTOCOL_STATUS_DISPLAY, type Protocol } from '#db/protocols/protocol.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
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
import { NewProtocolDialog } from './new-protocol-dialog.tsx';
import { protocolDisplay } from './protocol-status.ts';

const COLUMNS: readonly Column<Protocol>[] = [
  {
    id: 'name',
    header: 'Protocol',
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
  { id: 'protocolVersion', header: 'Version', align: 'right', cell: (row) => row.protocolVersion },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => <StatusBadge display={protocolDisplay(row)} />,
  },
  {
    id: 'acceptedSpecimenTypes',
    header: 'Accepted specimens',
    wide: true,
    cell: ({ acceptedSpecimenTypes }) => acceptedSpecimenTypes.map((type) => SPECIMEN_TYPE[type]).join(', '),
  },
  { id: 'clinical', header: 'Clinical', cell: ({ clinical }) => (clinical ? 'Yes' : 'No') },
  {
    id: 'targetTurnaroundDays',
    header: 'Turnaround',
    align: 'right',
    cell: ({ targetTurnaroundDays }) => `${targetTurnaroundDays} d`,
  },
  { id: 'createdAt', header: 'Created', sortable: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const STATUS_FILTER = {
  name: 'status',
  label: 'Status',
  options: Object.entries(PROTOCOL_STATUS_DISPLAY).map(([value, { label }]) => ({ value, label })),
  multiple: true,
};
const CLINICAL_FILTER = {
  name: 'clinical',
  label: 'Clinical',
  options: [
    { value: 'true', label: 'Clinical' },
    { value: 'false', label: 'Not clinical' },
  ],
};
const VIEWS = [
  { id: 'all', label: 'All', filters: {} },
  { id: 'active', label: 'Active', filters: { status: ['ACTIVE'] } },
  { id: 'preparing', label: 'In preparation', filters: { status: ['PENDING_APPROVAL', 'REJECTED'] } },
  { id: 'research', label: 'Research', filters: { status: ['RESEARCH'] } },
  { id: 'closed', label: 'Closed', filters: { status: ['DEPRECATED', 'DISCONTINUED'] } },
];

const RESEARCH_QUERY = { status: 'RESEARCH' };

/** The protocols of the lab in all their versions, or those of research alone. */
export function ProtocolsPage({ research = false }: { research?: boolean }) {
  const role = useSession().session?.user.role;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useServerList({
    call: listProtocols,
    filters: research ? [] : ['status', 'clinical'],
    sort: 'name:asc',
    ...(research ? { query: RESEARCH_QUERY } : {}),
  });
  const open = (id: string): void => void navigate({ to: '/lab/protocols/$id', params: { id } });
  const create = role !== undefined && may(role, 'lab/protocols:create') && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New protocol
    </Button>
  );
  return (
    <Page title={research ? 'Research Protocols' : 'Protocols'} actions={create}>
      <DataList
        {...list.list}
        label="Protocols"
        noun="protocols"
        columns={COLUMNS}
        {...(research ? {} : { views: VIEWS })}
        rowKey={({ id }) => id}
        rowLabel={({ name, protocolVersion }) => `${name}, version ${protocolVersion}`}
        onOpen={({ id }) => open(id)}
        link={({ id }) => ({ to: '/lab/protocols/$id', params: { id } })}
        {...(research
          ? {}
          : { filters: <ListFilters list={list} filters={[STATUS_FILTER, CLINICAL_FILTER]} /> })}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={FlaskConical} title="No protocols yet" action={create}>
              A protocol says which specimens a test accepts, and which flow each takes.
            </EmptyState>
          )
        }
      />
      {adding && <NewProtocolDialog research={research} onClose={() => setAdding(false)} onCreated={open} />}
    </Page>
  );
}
