import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { effectiveExpiration } from '#db/inventory/lot-problem.ts';
import type { Field } from '#db/protocols/field.ts';
import { currentOf, isLive } from '#db/protocols/sections/section-run.ts';
import { type CurrentValue, recordedOf, valueKey } from '#db/protocols/values/current-values.ts';
import { quantityNeeded } from '#db/protocols/values/resolve-facts.ts';
import { nameIn, type SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { BenchLot } from '#pwa/navigation/bench-names.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Field as LabelledField } from '#pwa/ui/form/field.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import type { RecordValues } from './use-record-values.ts';
import { ValueInput } from './value-input.tsx';

interface LotListProps {
  field: Field;
  view: SectionView;
  recording: RecordValues;
  onActive(cell: { rowId: null; fieldId: string }): void;
}

const unitOfLots = (view: SectionView, field: Field): string => {
  const type = view.lotTypes.get(field.inventoryTypeId ?? '');
  const symbol = type === undefined ? '' : (view.units.get(type.measurementUnitId) ?? '');
  // "uses 7", not "uses 7 each".
  return symbol === 'each' ? '' : symbol;
};

const withUnit = (amount: string, unit: string): string => (unit === '' ? amount : `${amount} ${unit}`);

/** The details of a listed lot: its expiry, what it gives and what remains. */
function describeLot({ view, field }: LotListProps, lot: CurrentValue, unit: string): string {
  const { inventoryItemId, enteredById, occurredAt } = lot.current;
  const item = view.lots.get(inventoryItemId ?? '');
  const type = view.lotTypes.get(field.inventoryTypeId ?? '');
  const expires = item && type ? effectiveExpiration(item, type, view.labTimezone) : null;
  const usedAmount = view.usedAmounts.get(inventoryItemId ?? '');
  const remainingAmount = item?.remaining ?? item?.quantity ?? null;
  const done = view.status === 'COMPLETED';
  return [
    usedAmount && (done ? `used ${withUnit(usedAmount, unit)}` : `uses ${withUnit(usedAmount, unit)}`),
    !done && remainingAmount !== null && `${withUnit(remainingAmount, unit)} left`,
    expires !== null && `expires ${formatDate(expires)}`,
    `${nameIn(view.people, enteredById)}, ${formatDate(occurredAt, 'shortAtTime')}`,
    ...lot.witnesses.map((one) => `also ${nameIn(view.people, one.enteredById)}`),
  ]
    .filter(Boolean)
    .join(' · ');
}

const differingText = (view: SectionView, lot: CurrentValue, unit: string): string | null =>
  lot.differing.length === 0
    ? null
    : `${[lot.current, ...lot.differing]
        .map((one) => `${withUnit(one.numericValue ?? '–', unit)} by ${nameIn(view.people, one.enteredById)}`)
        .join(', ')}. A person must decide.`;

interface LotRowProps extends LotListProps {
  lot: CurrentValue;
  unit: string;
  /** Several lots share the need: a user may enter how much was taken of each. */
  shared: boolean;
  onRemove(): void;
}

function LotRow(props: LotRowProps) {
  const { lot, unit, shared, view, field, recording, onRemove } = props;
  const { actor } = useReplica();
  const { value, inventoryItemId, numericValue } = lot.current;
  const pendingText = recording.pendingTexts.get(valueKey(field.id, null, inventoryItemId));
  const open = view.lockedText === null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-40 flex-1">
        <span className="block font-medium font-mono">
          {inventoryItemId === null ? value : <BenchLot id={inventoryItemId} name={value} />}
        </span>
        <span className="block text-ink-soft text-sm">{describeLot(props, lot, unit)}</span>
      </span>
      {open && shared && (
        <span className="w-40">
          <LabelledField
            label={`Used of ${value}`}
            error={pendingText?.problem ?? differingText(view, lot, unit)}
          >
            {(control) => (
              <ValueInput
                {...control}
                label={`Used of ${value}`}
                kind="number"
                unit={unit}
                value={numericValue ?? ''}
                readOnly={false}
                onCommit={(amount, baseline) => void recording.take(lot, amount, actor.userId, baseline)}
              />
            )}
          </LabelledField>
        </span>
      )}
      {!open && differingText(view, lot, unit) && <span>{differingText(view, lot, unit)}</span>}
      {open && <IconButton icon={Trash2} label={`Take lot ${value} off`} onClick={onRemove} />}
    </li>
  );
}

/** A lot field of the batch: scanned lots form a list with what each gives; a lot can be removed. */
export function LotList(props: LotListProps) {
  const { field, view, recording, onActive } = props;
  const [leaving, setLeaving] = useState<CurrentValue | null>(null);
  const lots = recordedOf(currentOf(view.run), field.id);
  const pendingText = recording.pendingTexts.get(valueKey(field.id, null));
  const unit = unitOfLots(view, field);
  const neededQuantity = quantityNeeded(field, view.run.rows.filter(isLive).length);
  const shared = lots.length > 1 && neededQuantity.greaterThan(0);
  const neededText = neededQuantity.greaterThan(0)
    ? `${withUnit(neededQuantity.toFixed(), unit)} needed${shared ? ', from the first lot as far as it goes' : ''}`
    : null;
  const open = view.lockedText === null;
  const hint = [
    open && lots.length > 0 ? 'Scan the next lot if you use another one' : null,
    neededText,
    field.helpText,
  ]
    .filter(Boolean)
    .join(' · ');
  const add = (text: string): void => {
    if (text === '') recording.forget(field.id, null);
    else void recording.record([{ fieldId: field.id, rowId: null, text, inputMethod: 'TYPED' }]);
  };
  return (
    <div data-field={field.id} className="sm:col-span-2 xl:col-span-3">
      {(open || lots.length === 0) && (
        <LabelledField
          label={field.label}
          required={field.required}
          error={pendingText?.problem ?? null}
          hint={hint === '' ? null : hint}
        >
          {(control) => (
            <ValueInput
              {...control}
              label={field.label}
              kind="code"
              unit=""
              value={pendingText?.text ?? ''}
              readOnly={!open}
              onFocus={() => onActive({ rowId: null, fieldId: field.id })}
              onCommit={add}
            />
          )}
        </LabelledField>
      )}
      {!open && lots.length > 0 && <p className="font-medium text-sm">{field.label}</p>}
      {lots.length > 0 && (
        <ul aria-label={`Lots of ${field.label}`} className="mt-1 divide-y divide-line">
          {lots.map((lot) => (
            <LotRow
              key={lot.current.inventoryItemId ?? lot.current.id}
              {...props}
              lot={lot}
              unit={unit}
              shared={shared || lot.current.numericValue !== null}
              onRemove={() => setLeaving(lot)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={`Take lot ${leaving?.current.value} off?`}
        confirmLabel="Take the lot off"
        danger
        reasonRequired
        onConfirm={(reason) => {
          if (leaving) void recording.takeOff(leaving, reason);
          setLeaving(null);
        }}
        onClose={() => setLeaving(null)}
      >
        <p>The lot stays in the history with your reason. Scan it again to put it back.</p>
      </ConfirmDialog>
    </div>
  );
}
