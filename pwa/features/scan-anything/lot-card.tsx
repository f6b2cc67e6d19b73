import { Check, type LucideIcon, PackageCheck, PackageOpen, RotateCcw, Scale } from 'lucide-react';
import { useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import {
  draftOf,
  LOT_ACT,
  type LotAct,
  type LotDraft,
  lotCall,
  offeredActs,
  problemsOf,
} from './lot-acts.ts';
import { LotFields } from './lot-fields.tsx';
import type { Resolved } from './use-resolve.ts';

const ICONS: Record<LotAct, LucideIcon> = {
  receive: PackageCheck,
  open: PackageOpen,
  'use up': Check,
  count: Scale,
  reopen: RotateCcw,
};

/** What can be done with a scanned lot, here and without a network: receive, open, use up, count, reopen (domain 4.6). */
export function LotActs({ one, onDone }: { one: Resolved; onDone(): void }) {
  const { actor } = useReplica();
  const item = rowOf(inventoryItem, one.thing.body);
  const type = useRow(inventoryType, item.inventoryTypeId);
  const [chosen, setChosen] = useState<LotAct | null>(null);
  const at = new Date().toISOString();
  const acts = offeredActs(item, { role: actor.role, at, usable: !one.description.warning });
  if (!type) return null;
  return (
    <>
      {acts.map((act) => (
        <Button key={act} icon={ICONS[act]} onClick={() => setChosen(act)}>
          {LOT_ACT[act].label}
        </Button>
      ))}
      {chosen && (
        <LotWindow
          act={chosen}
          item={item}
          type={type}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

interface LotWindowProps {
  act: LotAct;
  item: InventoryItem;
  type: InventoryType;
  onClose(): void;
  onDone(): void;
}

/** The window in which an act on a lot is completed and done. */
export function LotWindow({ act, item, type, onClose, onDone }: LotWindowProps) {
  const [draft, setDraft] = useState(() => draftOf(item, type));
  const [asked, setAsked] = useState(false);
  const change = (changed: Partial<LotDraft>): void => setDraft((before) => ({ ...before, ...changed }));
  const problems = problemsOf(act, draft, item, type);
  const { busy, refused, run } = useLotAct(act, item, onDone);
  // The lot's number is on its label; any other scan waits until this is answered.
  useScan(
    (scan) => {
      if (act === 'receive') change({ lotNumber: scan.code });
      else toast.warning('Answer this first, then scan on.');
    },
    { layer: 'dialog' },
  );
  const confirm = (): void => {
    setAsked(true);
    if (Object.keys(problems).length === 0) void run(lotCall(act, draft, item.id, type));
  };
  const of = item.status === 'ORDERED' ? type.name : `lot ${lotName(item)}`;
  return (
    <ActWindow
      open
      act={LOT_ACT[act].label}
      of={of}
      danger={act === 'use up'}
      busy={busy}
      problem={refused}
      onConfirm={confirm}
      onClose={onClose}
    >
      <LotFields {...{ act, item, type, draft }} problems={asked ? problems : {}} onChange={change} />
    </ActWindow>
  );
}

/** Runs the act; what the rules refuse stays in the window, what was kept with a remark is said. */
function useLotAct(act: LotAct, item: InventoryItem, onDone: () => void) {
  const does = useAct();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async (call: BenchCall): Promise<void> => {
    setBusy(true);
    const { outcome, message } = await does(call.name, call.args);
    setBusy(false);
    if (outcome === 'REJECTED') {
      setRefused(message ?? MESSAGES.unknownError);
      return;
    }
    if (message) toast.warning(message);
    else
      toast.success(`Lot ${newLotNumber(call) ?? lotName(item)} ${LOT_ACT[act].done}. Saved on this device.`);
    onDone();
  };
  return { busy, refused, run };
}

/** The number of a lot that is being received; its record does not have it yet. */
const newLotNumber = (call: BenchCall): string | null =>
  call.name === 'receive-inventory-item' ? call.args.receipt.lotNumber : null;
