import { useNavigate } from '@tanstack/react-router';
import { ListChecks, UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ASSIGNED_SECTION_STATUS_DISPLAY } from '#db/protocols/sections/current-section.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { BulkBar } from '#pwa/ui/list/bulk-bar.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { type AssignedSectionRow, isOnList, readAssignedSections } from './assigned-section-row.ts';
import { PlanSectionsDialog } from './plan-sections-dialog.tsx';
import { SECTION_LISTS, type SectionList } from './section-list.ts';

const LISTS: Record<SectionList, { label: string; empty: string; advice: string }> = {
  mine: {
    label: 'For me',
    empty: 'No assigned sections',
    advice: 'Look under Unassigned, or start a batch.',
  },
  anybody: {
    label: 'Unassigned',
    empty: 'No unassigned sections',
    advice: 'A section comes here when its batch is in progress and the one before it is completed.',
  },
  review: {
    label: 'Awaiting review',
    empty: 'Nothing awaits a review',
    advice: 'Signed sections that need a second person come here.',
  },
  all: { label: 'All open', empty: 'No open sections', advice: 'Sections come with each new batch.' },
};

function Note({ row, userId }: { row: AssignedSectionRow; userId: string }) {
  if (row.status === 'AWAITING_REVIEW' && row.signedById === userId)
    return <ToneBadge tone="neutral" label="Signed by you" />;
  if (!row.current && row.status !== 'AWAITING_REVIEW')
    return <ToneBadge tone="hold" label="After an earlier section" />;
  return null;
}

const columnsFor = (userId: string): Column<AssignedSectionRow>[] => [
  {
    id: 'section',
    header: 'Section',
    cell: (row) => `${row.section.order}. ${row.section.name}`,
    sortBy: (row) => row.section.name,
  },
  {
    id: 'batch',
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
    cell: (row) => <StatusBadge display={ASSIGNED_SECTION_STATUS_DISPLAY[row.status]} />,
    sortBy: (row) => ASSIGNED_SECTION_STATUS_DISPLAY[row.status].rank,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ batch }) => BATCH_TYPE_FACTS[batch.type].label,
    sortBy: ({ batch }) => batch.type,
  },
  {
    id: 'procedure',
    header: 'Procedure',
    cell: (row) => row.procedure.name,
    sortBy: (row) => row.procedure.name,
    tableOnly: true,
  },
  {
    id: 'assignee',
    header: 'Planned for',
    cell: (row) => row.assignee ?? 'Anybody',
    sortBy: (row) => row.assignee,
  },
  { id: 'note', header: 'Note', cell: (row) => <Note row={row} userId={userId} />, tableOnly: true },
];

const adviceOf = (list: SectionList, toReview: number): string =>
  list === 'mine' && toReview > 0
    ? `${LISTS[list].advice} ${countOf(toReview, 'section')} of others ${toReview === 1 ? 'awaits' : 'await'} a review.`
    : LISTS[list].advice;

/** Sections of open batches: those that wait for the user, for anybody, and for a second person. */
export function AssignedSectionsPage({
  list,
  onList,
}: {
  list: SectionList;
  onList(list: SectionList): void;
}) {
  const { actor } = useReplica();
  const rows = useRuleRead(
    ['assigned-sections', 'batches', 'procedures', 'people', 'samples'],
    'assigned-sections',
    readAssignedSections,
  );
  const fetching = useStillFetching();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [planning, setPlanning] = useState(false);
  const navigate = useNavigate();
  const lookup = useLookup();
  const open = (assignedSectionId: string) =>
    void navigate({ to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId } });
  useScan(async (scan) => {
    const batchDocument = (await lookup(scan.code)).find((document) => document.kind === 'Batch');
    const row = (rows ?? []).find((one) => one.batch.id === batchDocument?.id && one.current);
    if (!row) return false;
    open(row.assigned.id);
    return true;
  });
  const run = useRunOperation();
  const take = async ({ assigned, section }: AssignedSectionRow): Promise<void> => {
    const args = { assignedSectionId: assigned.id, userId: actor.userId };
    const result = await run('assign-section', args);
    if (result.outcome === 'REJECTED') toast.error(result.message ?? MESSAGES.unknownError);
    else toast.success(`${section.name} is yours. Saved on this device.`);
  };
  const searchTerms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const on = (id: SectionList) => (rows ?? []).filter((row) => isOnList(row, id, actor.userId));
  const visibleRows = on(list).filter((row) => {
    const text = `${row.section.name} ${row.batch.julianId} ${row.batch.name} ${row.procedure.name} ${row.assignee ?? ''} ${BATCH_TYPE_FACTS[row.batch.type].label}`;
    return searchTerms.every((term) => text.toLowerCase().includes(term));
  });
  const toReview = on('review').filter((row) => row.signedById !== actor.userId).length;
  // Sections that were completed or left the list meanwhile are deselected.
  const selectedRows = visibleRows.filter((row) => selected.has(row.assigned.id));
  const content = (
    <DataList
      label="Sections"
      rows={visibleRows}
      columns={columnsFor(actor.userId)}
      rowKey={(row) => row.assigned.id}
      rowLabel={(row) => `${row.section.name} of ${row.batch.julianId}`}
      onOpen={(row) => open(row.assigned.id)}
      link={(row) => ({
        to: '/lab/assigned-sections/$assignedSectionId',
        params: { assignedSectionId: row.assigned.id },
      })}
      status={rows === undefined || (rows?.length === 0 && fetching) ? 'loading' : 'ready'}
      selection={{ selected: new Set(selectedRows.map((row) => row.assigned.id)), onSelect: setSelected }}
      search={{ value: query, onChange: setQuery }}
      rowActions={(row) =>
        row.assigned.assignedUserId === actor.userId || row.status === 'AWAITING_REVIEW'
          ? []
          : [{ label: 'Take', icon: UserRoundCheck, onSelect: () => void take(row) }]
      }
      empty={
        <EmptyState icon={ListChecks} title={LISTS[list].empty}>
          {adviceOf(list, toReview)}
        </EmptyState>
      }
    />
  );
  return (
    <Page
      title="Assigned sections"
      bottomActions={
        selectedRows.length > 0 && (
          <BulkBar count={selectedRows.length} onClear={() => setSelected(new Set())}>
            <Button variant="primary" icon={UserRoundPlus} onClick={() => setPlanning(true)}>
              {`Plan ${selectedRows.length} for…`}
            </Button>
          </BulkBar>
        )
      }
    >
      <Tabs
        value={list}
        onChange={(id) => {
          setSelected(new Set());
          onList(SECTION_LISTS.find((one) => one === id) ?? 'mine');
        }}
        tabs={SECTION_LISTS.map((id) => ({
          id,
          label: LISTS[id].label,
          count: on(id).length,
          content: id === list && content,
        }))}
      />
      {planning && (
        <PlanSectionsDialog
          sections={selectedRows.map(({ assigned, section }) => ({
            id: assigned.id,
            name: section.name,
            assignedUserId: assigned.assignedUserId,
          }))}
          onClose={() => setPlanning(false)}
          onPlanned={() => setSelected(new Set())}
        />
      )}
    </Page>
  );
}
