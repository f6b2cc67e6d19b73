import {
  Ban,
  CircleCheck,
  CircleHelp,
  CirclePlay,
  CircleX,
  Copy,
  type LucideIcon,
  PackagePlus,
  Printer,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  Tags,
} from 'lucide-react';
import { useId, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { ActionsMenu, type MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { OverrideDialog } from '#pwa/ui/override/override-dialog.tsx';
import { ApproveBatchDialog } from './approve-batch-dialog.tsx';
import { BatchActionDialog } from './batch-action-dialog.tsx';
import { plateLabel, tubeLabels } from './batch-labels.ts';
import type { BatchView } from './batch-view.ts';
import { type BatchAction, type BatchActionName, listBatchActions } from './list-batch-actions.ts';
import { batchOverride } from './override-target.ts';
import { RepeatBatchDialog } from './repeat-batch-dialog.tsx';

const ICONS: Record<BatchActionName, LucideIcon> = {
  start: CirclePlay,
  complete: CircleCheck,
  approve: ShieldCheck,
  fail: CircleX,
  'fail-qc': CircleX,
  propose: CircleHelp,
  reset: RotateCcw,
  cancel: Ban,
};

/**
 * The next step as a button, all other actions of this user in the menu, with the reason where one is
 * unavailable.
 */
export function BatchActions({
  view,
  onCompleted,
  onOutputPlate,
}: {
  view: BatchView;
  /** The batch was completed just now. */
  onCompleted(): void;
  /** Creates the output plate; null when there is none to create. */
  onOutputPlate: (() => void) | null;
}) {
  const { actor } = useReplica();
  const print = usePrintLabels();
  const [open, setOpen] = useState<BatchAction | null>(null);
  const [repeating, setRepeating] = useState(false);
  const [overriding, setOverriding] = useState(false);
  const override = batchOverride(view, actor.role);
  const noteId = useId();
  const actions = listBatchActions(view, actor);
  const [first] = actions;
  const next = first && !first.danger ? first : null;
  const labels: MenuAction[] = [
    {
      label: 'Print plate label',
      icon: Printer,
      onSelect: () => void print({ kind: 'PLATE_EDGE', labels: [plateLabel(view)] }),
    },
    ...(onOutputPlate ? [{ label: 'Make output plate…', icon: PackagePlus, onSelect: onOutputPlate }] : []),
    {
      label: 'Print tube labels',
      icon: Tags,
      disabled: view.samples.length === 0,
      onSelect: () => void print({ kind: 'TUBE', labels: tubeLabels(view) }),
    },
  ];
  const menu: MenuAction[] = actions
    .filter((one) => one !== next)
    .map((one) => ({
      label: `${one.label}…`,
      icon: ICONS[one.name],
      danger: one.danger,
      disabled: one.note !== null,
      ...(one.note === null ? {} : { note: one.note }),
      onSelect: () => setOpen(one),
    }));
  const overrideItems: MenuAction[] = override
    ? [{ label: 'Override status…', icon: ShieldAlert, danger: true, onSelect: () => setOverriding(true) }]
    : [];
  return (
    <>
      {next && (
        <Button
          variant="primary"
          icon={ICONS[next.name]}
          disabled={next.note !== null}
          aria-describedby={next.note === null ? undefined : noteId}
          onClick={() => setOpen(next)}
        >
          {next.label}
        </Button>
      )}
      {view.batch.status === 'RESET' && hasCapability(actor.role, 'planBatches') && (
        <Button icon={Copy} onClick={() => setRepeating(true)}>
          New batch like this…
        </Button>
      )}
      {repeating && <RepeatBatchDialog view={view} onClose={() => setRepeating(false)} />}
      <ActionsMenu actions={[...labels, ...menu, ...overrideItems]} />
      {overriding && override && <OverrideDialog target={override} onClose={() => setOverriding(false)} />}
      {next?.note && (
        <p id={noteId} className="w-0 min-w-full text-ink-soft text-sm sm:text-right">
          {next.note}
        </p>
      )}
      {open?.name === 'approve' && <ApproveBatchDialog view={view} onClose={() => setOpen(null)} />}
      {open && open.name !== 'approve' && (
        <BatchActionDialog
          key={open.name}
          action={{ ...open, name: open.name }}
          view={view}
          onClose={() => setOpen(null)}
          onDone={() => {
            if (open.name === 'complete') onCompleted();
          }}
        />
      )}
    </>
  );
}
