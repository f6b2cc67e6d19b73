import { useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import type { InventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { bookedIn } from '#db/inventory/stock-level.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useLabTimezone } from '#pwa/replica/hooks/use-lab-timezone.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import {
  amountText,
  type CountForm,
  describeOpenedExpiration,
  needsRemaining,
  type receiptForm,
  type reopenForm,
} from './lot-actions.ts';

interface LotFieldsProps {
  item: InventoryItem;
  type: InventoryType;
}

type Receipt = z.input<ReturnType<typeof receiptForm>>;
const ReceiptField = fieldOf<ReturnType<typeof receiptForm>>();
const CountField = fieldOf<typeof CountForm>();
const ReopenField = fieldOf<ReturnType<typeof reopenForm>>();

function useUnit({ measurementUnitId }: InventoryType): string | undefined {
  const unit = useRow(measurementUnit, measurementUnitId);
  return unit?.symbol;
}

/** A scan waits until the dialog closes. */
function RefuseScans() {
  useScan(() => void toast.warning('Answer this first, then scan on.'), { layer: 'dialog' });
  return null;
}

/** The consequence of opening a lot. */
export function OpeningNote({ item, type }: LotFieldsProps) {
  const labTimezone = useLabTimezone();
  const now = new Date(useNow()).toISOString();
  return (
    <>
      <RefuseScans />
      <p>{describeOpenedExpiration(item, type, now, labTimezone)}</p>
    </>
  );
}

/** The consequence of using a lot up. */
export function UseUpNote() {
  return (
    <>
      <RefuseScans />
      <p>
        Nobody can use it any more, and what is left in it no longer counts as stock. A lab manager can reopen
        it within 24 hours.
      </p>
    </>
  );
}

/** The counted amount of a lot. */
export function CountFields({ item, type }: LotFieldsProps) {
  const unit = useUnit(type);
  return (
    <>
      <RefuseScans />
      <p>
        Look how much is really left. What a running section took of it is booked when that section is
        completed: count it in.
      </p>
      <CountField
        name="counted"
        unit={unit}
        hint={`The book says ${amountText(bookedIn(item).toFixed(), unit)}.`}
      />
    </>
  );
}

/** The remaining amount of a reopened lot, and the reason. */
export function ReopenFields({ item, type }: LotFieldsProps) {
  const unit = useUnit(type);
  const known = needsRemaining(item)
    ? null
    : `The book says ${item.remaining ?? 'nothing'}. Leave it empty if that is right.`;
  return (
    <>
      <RefuseScans />
      <p>The lot can be used again. Your name and reason stay in its history.</p>
      <ReopenField name="remaining" unit={unit} hint={known} />
      <ReopenField name="reason" />
    </>
  );
}

/** The receipt of a lot; a scan fills the lot number from its label. */
export function ReceiptFields({ type }: Pick<LotFieldsProps, 'type'>) {
  const unit = useUnit(type);
  const { setValue } = useFormContext<Receipt>();
  const undated = useWatch<Receipt, 'undated'>({ name: 'undated' });
  useScan(({ code }) => setValue('lotNumber', code, { shouldDirty: true, shouldValidate: true }), {
    layer: 'dialog',
  });
  return (
    <>
      <ReceiptField name="lotNumber" />
      <div>
        {!undated && <ReceiptField name="expirationDate" required />}
        <ReceiptField name="undated" dependents={['expirationDate']} />
      </div>
      <ReceiptField name="quantity" unit={unit} />
      {type.requiresQc && <ReceiptField name="qcPassed" required />}
    </>
  );
}
