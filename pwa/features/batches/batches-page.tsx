import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import {
  BATCH_STATUS_DISPLAY,
  BATCH_STATUSES,
  BATCH_TYPE_FACTS,
  BATCH_TYPES,
  type Batch,
  type BatchStatus,
  batch,
} from '#db/batches/batch.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import { person } from '#db/identity/person.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useTypedSearch } from '#pwa/ui/list/use-typed-search.ts';
import { placeOf, useListQuery } from '#pwa/ui/list/views/use-list-query.ts';
import type { ListTab } from '#pwa/ui/list/views/view-tabs.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { useProposedBatchesNotice } from './proposed-batches.tsx';
import { StartBatchDialog } from './start-batch-dialog.tsx';

/** A batch as the list shows it. */
interface BatchListRow {
  batch: Batch;
  procedureName: string;
  assignee: string | null;
  samples: number;
  /** The business entities of its samples. */
  entities: readonly BusinessEntity[];
  sectionsDone: number;
  sections: number;
}

/** List every batch of this device in the order of the lab: batchOrder when both have one, else julianId. */
async function readBatchList(tx: Transaction): Promise<BatchListRow[]> {
  const batches = (await tx.find(batch, {})).sort(compareBatches);
  const procedures = new Map((await tx.find(procedure, {})).map((row) => [row.id, row.name]));
  const people = new Map((await tx.find(person, {})).map((row) => [row.userId, row.name]));
  const done = new Map<string, { done: number; all: number }>();
  for (const row of await tx.find(assignedSection, {})) {
    const count = done.get(row.batchId) ?? { done: 0, all: 0 };
    done.set(row.batchId, {
      all: count.all + 1,
      done: count.done + (row.completionEventId === null ? 0 : 1),
    });
  }
  const batchEntities = new Map<string, BusinessEntity[]>();
  const ids = batches.map((row) => row.id);
  for (const row of ids.length === 0 ? [] : await tx.find(sample, { batchId: ids })) {
    const entities = batchEntities.get(row.batchId ?? '') ?? [];
    entities.push(row.entity);
    batchEntities.set(row.batchId ?? '', entities);
  }
  return batches.map((row) => ({
    batch: row,
    procedureName: procedures.get(row.procedureId) ?? 'Unknown procedure',
    assignee: row.assignedUserId === null ? null : (people.get(row.assignedUserId) ?? null),
    samples: batchEntities.get(row.id)?.length ?? 0,
    entities: batchEntities.get(row.id) ?? [],
    sectionsDone: done.get(row.id)?.done ?? 0,
    sections: done.get(row.id)?.all ?? 0,
  }));
}

/** Check whether a batch matches the search text. */
function matchesBatch(row: BatchListRow, query: string): boolean {
  const text = [
    row.batch.julianId,
    row.batch.name,
    row.procedureName,
    row.assignee ?? '',
    BATCH_TYPE_FACTS[row.batch.type].label,
    BATCH_STATUS_DISPLAY[row.batch.status].label,
    formatDate(row.batch.labDay),
  ];
  const searchTerms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return searchTerms.every((term) => text.join(' ').toLowerCase().includes(term));
}

const PAGE_SIZE = 96;

const FILTERS: readonly ChoiceFilter[] = [
  {
    name: 'type',
    label: 'Type',
    options: BATCH_TYPES.map((value) => ({ value, label: BATCH_TYPE_FACTS[value].label })),
    multiple: true,
  },
  {
    name: 'status',
    label: 'Status',
    options: BATCH_STATUSES.map((value) => ({ value, label: BATCH_STATUS_DISPLAY[value].label })),
    multiple: true,
  },
];
const FILTER_NAMES = FILTERS.map(({ name }) => name);

/** The built-in views. */
const VIEWS: readonly { id: string; label: string; statuses: readonly BatchStatus[] }[] = [
  { id: 'all', label: 'All', statuses: [] },
  { id: 'not-started', label: 'Not started', statuses: ['NOT_STARTED'] },
  { id: 'in-progress', label: 'In progress', statuses: ['IN_PROGRESS'] },
  { id: 'failed', label: 'Failed', statuses: ['FAILED', 'FAILED_QC'] },
  { id: 'completed', label: 'Completed', statuses: ['COMPLETED'] },
];

const viewsOf = (rows: readonly BatchListRow[] | undefined): readonly ListTab[] =>
  VIEWS.map(({ id, label, statuses }) => ({
    id,
    label,
    filters: statuses.length === 0 ? {} : { status: [...statuses] },
    count: rows
      ? rows.filter(({ batch: { status } }) => statuses.length === 0 || statuses.includes(status)).length
      : null,
  }));

const COLUMNS: Column<BatchListRow>[] = [
  {
    id: 'julianId',
    header: 'Batch',
    cell: ({ batch, entities }) => (
      <>
        <span className="code">{batch.julianId}</span> {batch.name}
        <EntityBadge entity={entities} />
      </>
    ),
    sortBy: ({ batch }) => batch.julianId,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ batch }) => <StatusBadge display={BATCH_STATUS_DISPLAY[batch.status]} />,
    sortBy: ({ batch }) => BATCH_STATUS_DISPLAY[batch.status].rank,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ batch }) => BATCH_TYPE_FACTS[batch.type].label,
    sortBy: ({ batch }) => BATCH_TYPES.indexOf(batch.type),
  },
  {
    id: 'procedure',
    header: 'Procedure',
    cell: (row) => row.procedureName,
    sortBy: (row) => row.procedureName,
  },
  {
    id: 'samples',
    header: 'Samples',
    align: 'right',
    cell: (row) => row.samples,
    sortBy: (row) => row.samples,
  },
  {
    id: 'progress',
    header: 'Sections done',
    cell: (row) => `${row.sectionsDone} of ${row.sections}`,
    sortBy: (row) => (row.sections === 0 ? null : row.sectionsDone / row.sections),
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    cell: (row) => row.assignee ?? 'Anybody',
    sortBy: (row) => row.assignee,
    tableOnly: true,
  },
  {
    id: 'day',
    header: 'Lab day',
    cell: ({ batch }) => formatDate(batch.labDay),
    sortBy: ({ batch }) => batch.labDay,
    tableOnly: true,
  },
];

/** The batches of the lab; a scanned plate label opens its batch. */
export function BatchesPage() {
  const rows = useRuleRead(
    ['batches', 'assigned-sections', 'samples', 'procedures', 'people'],
    'batches',
    readBatchList,
  );
  const fetching = useStillFetching();
  const query = useListQuery({ filters: FILTER_NAMES });
  const [starting, setStarting] = useState<string | null>(null);
  const navigate = useNavigate();
  const { actor } = useReplica();
  const mayCreate = hasCapability(actor.role, 'createResearchBatches');
  const lookup = useLookup();
  const open = (batchId: string) => void navigate({ to: '/lab/batches/$batchId', params: { batchId } });
  useScan(async (scan) => {
    const batchDocument = (await lookup(scan.code)).find((document) => document.kind === 'Batch');
    if (!batchDocument) return false;
    open(batchDocument.id);
    return true;
  });
  const matches = (name: string, value: string): boolean =>
    query.filter(name).length === 0 || query.filter(name).includes(value);
  const proposed = useProposedBatchesNotice(true);
  const visibleRows = (rows ?? []).filter(
    (row) =>
      matches('type', row.batch.type) &&
      matches('status', row.batch.status) &&
      matchesBatch(row, query.search),
  );
  return (
    <Page
      title="Batches"
      actions={
        mayCreate && (
          <Button icon={Plus} onClick={() => void navigate({ to: '/lab/queue' })}>
            New batch from the queue
          </Button>
        )
      }
    >
      {proposed}
      <DataList
        label="Batches"
        rows={visibleRows}
        columns={COLUMNS}
        rowKey={(row) => row.batch.id}
        rowLabel={(row) => row.batch.julianId}
        onOpen={(row) => open(row.batch.id)}
        link={(row) => ({ to: '/lab/batches/$batchId', params: { batchId: row.batch.id } })}
        status={rows === undefined || (rows?.length === 0 && fetching) ? 'loading' : 'ready'}
        search={useTypedSearch(query.search, query.setSearch)}
        viewing={query.viewing}
        views={viewsOf(rows ?? undefined)}
        filters={<ListFilters list={query} filters={FILTERS} />}
        place={placeOf(query)}
        rowActions={({ batch: { id, status } }) =>
          status === 'NOT_STARTED'
            ? [{ label: 'Start', icon: CirclePlay, onSelect: () => setStarting(id) }]
            : []
        }
        onClear={query.narrowed ? query.clear : undefined}
        pageSize={PAGE_SIZE}
        empty={
          <EmptyState icon={Layers} title="No batches on this device">
            A batch is created from the queue.
          </EmptyState>
        }
      />
      {starting && <StartBatchDialog batchId={starting} onClose={() => setStarting(null)} />}
    </Page>
  );
}
