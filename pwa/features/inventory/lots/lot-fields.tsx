import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import type { InventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { bookedIn } from '#db/inventory/stock-level.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useLabTimezone } from '#pwa/replica/hooks/use-lab-timezone.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  amountText,
  describeOpenedExpiration,
  type LotAction,
  type LotDraft,
  type LotProblems,
  needsRemaining,
} from './lot-actions.ts';

interface LotFieldsProps {
  action: LotAction;
  item: InventoryItem;
  type: InventoryType;
  draft: LotDraft;
  problems: LotProblems;
  onChange(change: Partial<LotDraft>): void;
}

/** Inputs and notes for receiving, opening, using up, counting or reopening a lot. */
export function LotFields(props: LotFieldsProps) {
  const { action, item, type } = props;
  if (action === 'receive') return <ReceiptFields {...props} />;
  if (action === 'open') return <Opening item={item} type={type} />;
  if (action === 'count') return <CountField {...props} />;
  return (
    <>
      <p>
        {action === 'use up'
          ? 'Nobody can use it any more, and what is left in it no longer counts as stock. A lab manager can reopen it within 24 hours.'
          : 'It can be used again. Your name and reason stay in its history.'}
      </p>
      {action === 'reopen' && <RemainingField {...props} />}
      <ReasonField {...props} />
    </>
  );
}

function Opening({ item, type }: Pick<LotFieldsProps, 'item' | 'type'>) {
  const labTimezone = useLabTimezone();
  const now = new Date(useNow()).toISOString();
  return <p>{describeOpenedExpiration(item, type, now, labTimezone)}</p>;
}

function CountField({ item, type, draft, problems, onChange }: LotFieldsProps) {
  const unit = useUnit(type);
  const book = `The book says ${amountText(bookedIn(item).toFixed(), unit)}.`;
  return (
    <>
      <p>
        Look how much is really left. What a running section took of it is booked when that section is
        completed: count it in.
      </p>
      <Field label="Left in it" required hint={book} error={problems.counted}>
        {(control) => (
          <NumberInput
            {...control}
            decimal
            unit={unit}
            value={draft.counted}
            onChange={(amount) => onChange({ counted: amount })}
          />
        )}
      </Field>
    </>
  );
}

function ReasonField({ action, draft, problems, onChange }: LotFieldsProps) {
  const hint = action === 'use up' ? 'For instance: empty, past its date, spilled.' : undefined;
  return (
    <Field label="Reason" required hint={hint} error={problems.reason}>
      {(control) => (
        <TextArea
          {...control}
          value={draft.reason}
          onChange={(reason) => onChange({ reason })}
          maxLength={500}
        />
      )}
    </Field>
  );
}

function useUnit({ measurementUnitId }: InventoryType): string | undefined {
  const unit = useRow(measurementUnit, measurementUnitId);
  return unit?.symbol;
}

function RemainingField({ item, type, draft, problems, onChange }: LotFieldsProps) {
  const unit = useUnit(type);
  const known = needsRemaining(item)
    ? null
    : `The book says ${item.remaining ?? 'nothing'}. Leave it empty if that is right.`;
  return (
    <Field label="Left in it" required={known === null} hint={known} error={problems.remaining}>
      {(control) => (
        <NumberInput
          {...control}
          decimal
          unit={unit}
          value={draft.remaining}
          onChange={(remaining) => onChange({ remaining })}
        />
      )}
    </Field>
  );
}

function ReceiptFields({ type, draft, problems, onChange }: LotFieldsProps) {
  const unit = useUnit(type);
  return (
    <>
      <Field label="Lot number" required hint="Type it, or scan it off the label." error={problems.lotNumber}>
        {(control) => (
          <TextInput
            {...control}
            code
            value={draft.lotNumber}
            onChange={(lotNumber) => onChange({ lotNumber })}
          />
        )}
      </Field>
      <div>
        {!draft.undated && (
          <Field label="Expires on" required error={problems.expirationDate}>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={draft.expirationDate}
                onChange={(expirationDate) => onChange({ expirationDate })}
              />
            )}
          </Field>
        )}
        <Checkbox
          label="No date is printed on it"
          value={draft.undated}
          onChange={(undated) => onChange({ undated })}
        />
      </div>
      <Field label="Amount" required error={problems.quantity}>
        {(control) => (
          <NumberInput
            {...control}
            decimal
            unit={unit}
            value={draft.quantity}
            onChange={(quantity) => onChange({ quantity })}
          />
        )}
      </Field>
      {type.requiresQc && (
        <Field label="Has it passed QC?" required error={problems.qcPassed}>
          {() => (
            <YesNo
              label="Has it passed QC?"
              value={draft.qcPassed}
              onChange={(qcPassed) => onChange({ qcPassed })}
            />
          )}
        </Field>
      )}
    </>
  );
}
