import { Droplets, Gauge, PackageCheck, ShieldCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { type FlowCell, WARRANTY_CLAIM_DISPLAY } from '#db/sequencing/flow-cells/flow-cell.ts';
import { FLOW_CELL_STATE_DISPLAY } from '#db/sequencing/flow-cells/flow-cell-state.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import { CheckDialog, ReceiveDialog, ReturnDialog, WashDialog } from './flow-cell-dialogs.tsx';
import { FLOW_CELL_COLLECTIONS, type FlowCellRow, readFlowCells } from './read-flow-cells.ts';

const COLUMNS: Column<FlowCellRow>[] = [
  {
    id: 'flowCellId',
    header: 'Flow cell',
    cell: ({ cell }) => <span className="code">{cell.flowCellId}</span>,
    sortBy: ({ cell }) => cell.flowCellId,
  },
  {
    id: 'product',
    header: 'Product',
    cell: ({ cell }) => cell.productCode,
    sortBy: ({ cell }) => cell.productCode,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, place }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <StatusBadge display={FLOW_CELL_STATE_DISPLAY[state]} />
        {place}
      </span>
    ),
    sortBy: ({ state }) => FLOW_CELL_STATE_DISPLAY[state].rank,
  },
  {
    id: 'pores',
    header: 'Pores',
    align: 'right',
    cell: ({ cell }) => cell.poresAtCheck ?? cell.poresAtReceipt,
    sortBy: ({ cell }) => cell.poresAtCheck ?? cell.poresAtReceipt,
  },
  { id: 'uses', header: 'Uses', align: 'right', cell: ({ cell }) => cell.useCount },
  {
    id: 'claim',
    header: 'Warranty',
    cell: ({ cell }) =>
      cell.warrantyClaim === 'NONE' ? null : (
        <StatusBadge display={WARRANTY_CLAIM_DISPLAY[cell.warrantyClaim]} />
      ),
    sortBy: ({ cell }) => WARRANTY_CLAIM_DISPLAY[cell.warrantyClaim].rank,
  },
];

type CellAction = 'check' | 'wash' | 'return' | 'claim';

const ACTIONS = {
  check: { label: 'Check pores', icon: Gauge },
  wash: { label: 'Record wash', icon: Droplets },
  return: { label: 'Return', icon: Undo2 },
  claim: { label: 'Decide claim', icon: ShieldCheck },
} as const satisfies Record<CellAction, { label: string; icon: typeof Gauge }>;

/** List what may be done with a flow cell in its state. */
function actionsOf({ cell, state }: FlowCellRow, role: Role): CellAction[] {
  if (!may(role, 'lab/inventory-item:update')) return [];
  const claim: CellAction[] =
    cell.warrantyClaim === 'OPEN' && hasCapability(role, 'decideWarrantyClaims') ? ['claim'] : [];
  if (state === 'RETURNED') return claim;
  const isUsed = state === 'IN_USE' || state === 'USED';
  return ['check', ...(isUsed ? (['wash'] as const) : []), 'return', ...claim];
}

/** A flow cell with its facts and what may be done with it, in reach of the thumb. */
function CellDialog({
  row,
  onAction,
  onClose,
}: {
  row: FlowCellRow;
  onAction(action: CellAction): void;
  onClose(): void;
}) {
  const { actor } = useReplica();
  const { cell, state, place, checkedBy } = row;
  return (
    <Dialog
      open
      title={`Flow cell ${cell.flowCellId}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <KeyValues
          items={[
            { name: 'State', value: <StatusBadge display={FLOW_CELL_STATE_DISPLAY[state]} /> },
            { name: 'Product', value: cell.productCode },
            { name: 'Lot', value: cell.lotNumber },
            { name: 'Received', value: formatDate(cell.receivedAt, 'shortAtTime') },
            { name: 'Pores', value: cell.poresAtCheck ?? cell.poresAtReceipt },
            {
              name: 'Checked',
              value: [cell.checkedAt && formatDate(cell.checkedAt, 'shortAtTime'), checkedBy]
                .filter(Boolean)
                .join(' · '),
            },
            { name: 'Uses', value: cell.useCount },
            { name: 'Barcodes used', value: cell.barcodesUsed.join(', ') },
            { name: 'Position', value: place },
            { name: 'Reason of return', value: cell.returnReason },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          {actionsOf(row, actor.role).map((action) => (
            <Button key={action} icon={ACTIONS[action].icon} onClick={() => onAction(action)}>
              {ACTIONS[action].label}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

const loadClaim = () => import('./online-claim.tsx').then(({ OnlineClaim }) => OnlineClaim);

/** The answer to a claim, where the server can be reached. */
function ClaimPart(props: { cell: FlowCell; onClose(): void }) {
  const { reachable } = useSyncStatus();
  const { part: Claim, failed } = useOnlinePart(reachable, loadClaim);
  if (reachable && Claim && !failed) return <Claim {...props} />;
  return (
    <Dialog
      open
      title={`Warranty claim of ${props.cell.flowCellId}`}
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>Close</Button>}
    >
      <p>Connect this device to record the answer to a claim.</p>
    </Dialog>
  );
}

const TABS = [
  { id: 'lab', label: 'In the lab', isShown: ({ state }: FlowCellRow) => state !== 'RETURNED' },
  { id: 'claims', label: 'Claims', isShown: ({ cell }: FlowCellRow) => cell.warrantyClaim !== 'NONE' },
  { id: 'returned', label: 'Returned', isShown: ({ state }: FlowCellRow) => state === 'RETURNED' },
] as const;

type OpenDialog = { kind: 'receive'; code: string } | { kind: 'cell' | CellAction; cellId: string } | null;

const BREADCRUMBS = [{ label: 'Sequencers', to: '/lab/inventory/sequencers' }] as const;

/** The flow cells of the lab: received, checked, washed and returned at the bench, also without a network. */
export function FlowCellsPage() {
  const { actor } = useReplica();
  const storedRows = useRuleRead(FLOW_CELL_COLLECTIONS, 'flow-cells', readFlowCells);
  const isFetching = useStillFetching();
  // A new device has none before the first feed: they are on their way.
  const rows = storedRows?.length === 0 && isFetching ? undefined : storedRows;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [query, setQuery] = useState('');
  const mayChange = may(actor.role, 'lab/inventory-item:update');
  useScan(
    ({ code }) => {
      const known = rows?.find(({ cell }) => cell.flowCellId === code.toUpperCase());
      playScanTone('ok');
      if (known) setDialog({ kind: 'cell', cellId: known.cell.id });
      else if (mayChange) setDialog({ kind: 'receive', code });
    },
    { enabled: rows !== undefined && rows !== null },
  );
  const close = (): void => setDialog(null);
  const receive = mayChange && (
    <Button variant="primary" icon={PackageCheck} onClick={() => setDialog({ kind: 'receive', code: '' })}>
      Receive flow cell
    </Button>
  );
  const matches = ({ cell }: FlowCellRow): boolean =>
    `${cell.flowCellId} ${cell.productCode} ${cell.lotNumber ?? ''}`
      .toLowerCase()
      .includes(query.trim().toLowerCase());
  return (
    <Page title="Flow cells" breadcrumbs={BREADCRUMBS} actions={receive}>
      {!rows ? (
        <Skeleton lines={6} label="Loading the flow cells" />
      ) : (
        <Tabs
          tabs={TABS.map(({ id, label, isShown }) => {
            const shownRows = rows.filter(isShown);
            return {
              id,
              label,
              count: shownRows.length,
              content: (
                <DataList
                  label={`Flow cells: ${label}`}
                  noun="flow cells"
                  rows={shownRows.filter(matches)}
                  columns={COLUMNS}
                  rowKey={({ cell }) => cell.id}
                  rowLabel={({ cell }) => cell.flowCellId}
                  onOpen={({ cell }) => setDialog({ kind: 'cell', cellId: cell.id })}
                  search={{ value: query, onChange: setQuery }}
                  empty={
                    <EmptyState icon={PackageCheck} title="No flow cells" action={id === 'lab' && receive}>
                      Scan the code of a flow cell to receive it or to open it.
                    </EmptyState>
                  }
                />
              ),
            };
          })}
        />
      )}
      {dialog?.kind === 'receive' && <ReceiveDialog code={dialog.code} onClose={close} />}
      {dialog && dialog.kind !== 'receive' && (
        <OpenCell
          row={rows?.find(({ cell }) => cell.id === dialog.cellId)}
          kind={dialog.kind}
          onAction={(kind, { id }) => setDialog({ kind, cellId: id })}
          onClose={close}
        />
      )}
    </Page>
  );
}

function OpenCell({
  row,
  kind,
  onAction,
  onClose,
}: {
  row: FlowCellRow | undefined;
  kind: 'cell' | CellAction;
  onAction(action: CellAction, cell: FlowCell): void;
  onClose(): void;
}) {
  if (!row) return null;
  const { cell } = row;
  switch (kind) {
    case 'cell':
      return <CellDialog row={row} onAction={(action) => onAction(action, cell)} onClose={onClose} />;
    case 'check':
      return <CheckDialog cell={cell} onClose={onClose} />;
    case 'wash':
      return <WashDialog cell={cell} onClose={onClose} />;
    case 'return':
      return <ReturnDialog cell={cell} onClose={onClose} />;
    case 'claim':
      return <ClaimPart cell={cell} onClose={onClose} />;
  }
}
