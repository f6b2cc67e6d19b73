import {
  Ban,
  CircleCheck,
  CirclePlay,
  CircleX,
  type LucideIcon,
  PackagePlus,
  Printer,
  RotateCcw,
  ShieldCheck,
  Tags,
} from 'lucide-react';
import { useState } from 'react';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { ActionsMenu, type MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { BatchActDialog } from './batch-act-dialog.tsx';
import { type BatchAct, type BatchActName, batchActs } from './batch-acts.ts';
import { plateLabel, tubeLabels } from './batch-labels.ts';
import type { BatchView } from './batch-view.ts';

const ICONS: Record<BatchActName, LucideIcon> = {
  start: CirclePlay,
  complete: CircleCheck,
  approve: ShieldCheck,
  fail: CircleX,
  'fail-qc': CircleX,
  reset: RotateCcw,
  cancel: Ban,
};

/** The next step as a button, everything else that this person may do in the menu, with why not where it cannot be done. */
export function BatchActions({
  view,
  onCompleted,
  onOutputPlate,
}: {
  view: BatchView;
  /** The batch was completed just now. */
  onCompleted(): void;
  /** The output is to become a plate; null when there is none to make. */
  onOutputPlate: (() => void) | null;
}) {
  const { actor } = useReplica();
  const print = usePrintLabels();
  const [open, setOpen] = useState<BatchAct | null>(null);
  const acts = batchActs(view, actor);
  const [first] = acts;
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
  const menu: MenuAction[] = acts
    .filter((one) => one !== next)
    .map((one) => ({
      label: `${one.label}…`,
      icon: ICONS[one.name],
      danger: one.danger,
      disabled: one.note !== null,
      ...(one.note === null ? {} : { note: one.note }),
      onSelect: () => setOpen(one),
    }));
  return (
    <>
      {next && (
        <Button
          variant="primary"
          icon={ICONS[next.name]}
          disabled={next.note !== null}
          title={next.note ?? undefined}
          onClick={() => setOpen(next)}
        >
          {next.label}
        </Button>
      )}
      <ActionsMenu actions={[...labels, ...menu]} />
      {open && (
        <BatchActDialog
          key={open.name}
          act={open}
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
