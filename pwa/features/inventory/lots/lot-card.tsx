import { Check, type LucideIcon, PackageCheck, PackageOpen, RotateCcw, Scale } from 'lucide-react';
import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import type { Resolved } from '#pwa/app/scan-anything/resolve-code.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  draftOf,
  LOT_ACTIONS,
  type LotAction,
  type LotDraft,
  listLotActions,
  lotCall,
  problemsOf,
} from './lot-actions.ts';
import { LotFields } from './lot-fields.tsx';

const ICONS: Record<LotAction, LucideIcon> = {
  receive: PackageCheck,
  open: PackageOpen,
  'use up': Check,
  count: Scale,
  reopen: RotateCcw,
};

/** Offline actions on a scanned lot: receive, open, use up, count, reopen (domain 4.6). */
export function LotActions({ one, onDone }: { one: Resolved; onDone(): void }) {
  const { actor } = useReplica();
  const item = rowOf(inventoryItem, one.record.body);
  const type = useRow(inventoryType, item.inventoryTypeId);
  const [selectedAction, setSelectedAction] = useState<LotAction | null>(null);
  const at = new Date(useNow()).toISOString();
  const actions = listLotActions(item, { role: actor.role, at, usable: !one.description.warning });
  if (!type) return null;
  return (
    <>
      {actions.map((action) => (
        <Button key={action} icon={ICONS[action]} onClick={() => setSelectedAction(action)}>
          {LOT_ACTIONS[action].label}
        </Button>
      ))}
      {selectedAction && (
        <LotWindow
          action={selectedAction}
          item={item}
          type={type}
          onClose={() => setSelectedAction(null)}
          onDone={() => {
            setSelectedAction(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

interface LotWindowProps {
  action: LotAction;
  item: InventoryItem;
  type: InventoryType;
  onClose(): void;
  onDone(): void;
}

/** The dialog in which an action on a lot is completed and run. */
export function LotWindow({ action, item, type, onClose, onDone }: LotWindowProps) {
  const [draft, setDraft] = useState(() => draftOf(item, type));
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const change = (changed: Partial<LotDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const problems = problemsOf(action, draft, item, type);
  const { busy, refusal, run } = useLotAction(action, item, onDone);
  // A scan fills the lot number from its label; any other scan waits until the dialog closes.
  useScan(
    (scan) => {
      if (action === 'receive') change({ lotNumber: scan.code });
      else toast.warning('Answer this first, then scan on.');
    },
    { layer: 'dialog' },
  );
  const confirm = (): void => {
    setHasSubmitted(true);
    if (Object.keys(problems).length === 0) void run(lotCall(action, draft, item.id, type));
  };
  const of = item.status === 'ORDERED' ? type.name : `lot ${lotName(item)}`;
  return (
    <OperationDialog
      open
      actionLabel={LOT_ACTIONS[action].label}
      of={of}
      danger={action === 'use up'}
      busy={busy}
      problem={refusal}
      onConfirm={confirm}
      onClose={onClose}
    >
      <LotFields
        {...{ action, item, type, draft }}
        problems={hasSubmitted ? problems : {}}
        onChange={change}
      />
    </OperationDialog>
  );
}

/** Run the action; a refusal stays in the dialog, a warning is shown after saving. */
function useLotAction(action: LotAction, item: InventoryItem, onDone: () => void) {
  const runOperation = useCheckedOperation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (call: BenchCall): Promise<void> => {
    setBusy(true);
    const { outcome, message } = await runOperation(call.name, call.args);
    setBusy(false);
    if (outcome === 'REJECTED') {
      setRefusal(message ?? MESSAGES.unknownError);
      return;
    }
    if (message) toast.warning(message);
    else
      toast.success(
        `Lot ${newLotNumber(call) ?? lotName(item)} ${LOT_ACTIONS[action].done}. Saved on this device.`,
      );
    onDone();
  };
  return { busy, refusal, run };
}

/** The number of a lot that is being received; its record does not have it yet. */
const newLotNumber = (call: BenchCall): string | null =>
  call.name === 'receive-inventory-item' ? call.args.receipt.lotNumber : null;
