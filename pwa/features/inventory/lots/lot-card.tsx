import { Check, type LucideIcon, PackageCheck, PackageOpen, RotateCcw, Scale } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { BenchCall } from '#db/bench-operations.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import type { Resolved } from '#pwa/app/scan-anything/resolve-code.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog, type SchemaFormProps } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  CountForm,
  LOT_ACTIONS,
  type LotAction,
  listLotActions,
  receiptForm,
  reopenForm,
} from './lot-actions.ts';
import { CountFields, OpeningNote, ReceiptFields, ReopenFields, UseUpNote } from './lot-fields.tsx';

const NoInput = z.object({});

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

interface LotFormProps<Input extends FieldValues, Output>
  extends LotWindowProps,
    Pick<SchemaFormProps<Input, Output>, 'schema' | 'defaults'> {
  toCall(values: Output): BenchCall;
  /** The fields of the action. */
  children: ReactNode;
}

/** The dialog around the fields of an action; stays open with the input when the rule refuses. */
function LotForm<Input extends FieldValues, Output>(props: LotFormProps<Input, Output>) {
  const { action, item, type, onClose, onDone, schema, defaults, toCall, children } = props;
  const runOperation = useCheckedOperation();
  const { label, done } = LOT_ACTIONS[action];
  const run = async (values: Output): Promise<void> => {
    const call = toCall(values);
    const { message } = requireAccepted(await runOperation(call.name, call.args));
    if (message) toast.warning(message);
    else toast.success(`Lot ${newLotNumber(call) ?? lotName(item)} ${done}. Saved on this device.`);
    onDone();
  };
  return (
    <FormDialog
      title={`${label}: ${item.status === 'ORDERED' ? type.name : `lot ${lotName(item)}`}`}
      submitLabel={label}
      danger={action === 'use up'}
      schema={schema}
      {...(defaults ? { defaults } : {})}
      onSubmit={run}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The dialog in which an action on a lot is completed and run. */
export function LotWindow(props: LotWindowProps) {
  const { action, item, type } = props;
  const itemId = item.id;
  switch (action) {
    case 'receive':
      return (
        <LotForm
          {...props}
          schema={receiptForm(type)}
          // The ordered amount, or the default amount of the type.
          defaults={{ quantity: item.quantity ?? type.unitsPerItem }}
          toCall={(receipt) => ({ name: 'receive-inventory-item', args: { itemId, receipt } })}
        >
          <ReceiptFields type={type} />
        </LotForm>
      );
    case 'open':
      return (
        <LotForm
          {...props}
          schema={NoInput}
          toCall={() => ({ name: 'open-inventory-item', args: { itemId } })}
        >
          <OpeningNote item={item} type={type} />
        </LotForm>
      );
    case 'use up':
      return (
        <LotForm
          {...props}
          schema={ReasonForm}
          toCall={({ reason }) => ({ name: 'mark-inventory-item-used', args: { itemId, reason } })}
        >
          <UseUpNote />
          <ReasonField name="reason" hint="For instance: empty, past its date, spilled." />
        </LotForm>
      );
    case 'count':
      return (
        <LotForm
          {...props}
          schema={CountForm}
          toCall={({ counted }) => ({ name: 'count-inventory-item', args: { itemId, counted } })}
        >
          <CountFields item={item} type={type} />
        </LotForm>
      );
    case 'reopen':
      return (
        <LotForm
          {...props}
          schema={reopenForm(item)}
          toCall={(values) => ({ name: 'reopen-inventory-item', args: { itemId, ...values } })}
        >
          <ReopenFields item={item} type={type} />
        </LotForm>
      );
  }
}

/** The number of a lot that is being received; its record does not have it yet. */
const newLotNumber = (call: BenchCall): string | null =>
  call.name === 'receive-inventory-item' ? call.args.receipt.lotNumber : null;
