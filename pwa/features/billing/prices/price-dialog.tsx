import { useState } from 'react';
import { endPrice, setPrice } from '#db/api/billing/prices.ts';
import type { PriceRow } from '#db/billing/prices/price-for.ts';
import type { PriceList } from '#db/billing/prices/shown-prices.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useShell } from '#pwa/app/shell.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type Kind, kindOf, kindsOf, type PriceDraft, PriceDraftSchema, type TierRow } from './price-rows.ts';

/** Name of a kind of organization in the table. */
export const kindText = (kind: Kind): string => (kind === 'ALL' ? 'Standard' : COMPANY_TYPE[kind]);

interface PriceDialogProps {
  list: PriceList;
  /** The initial form values; null while the dialog is closed. */
  initial: Partial<PriceDraft> | null;
  onClose(): void;
}

function Fields({ list }: { list: PriceList }) {
  const { entity } = useShell();
  return (
    <>
      <FormField name="protocolId" label="Protocol" required empty="">
        {(control) => (
          <Combobox
            {...control}
            options={list.protocols.map(({ protocol }) => ({
              value: protocol.id,
              label: protocol.name,
              note: protocol.code,
            }))}
          />
        )}
      </FormField>
      <FormField name="kind" label="For" required empty="">
        {(control) => (
          <Select<string>
            {...control}
            options={kindsOf(entity).map((kind) => ({
              value: kind,
              label:
                kind === 'ALL' ? 'Standard: every organization without a price of its own' : kindText(kind),
            }))}
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          name="minQuantity"
          label="From"
          required
          empty=""
          hint="Counts for all specimens of an order."
        >
          {(control) => <NumberInput {...control} unit="specimens" />}
        </FormField>
        <FormField name="amount" label="Each specimen" required empty="">
          {(control) => <NumberInput {...control} decimal unit="USD" />}
        </FormField>
      </div>
      <FormField
        name="effectiveFrom"
        label="First day"
        required
        empty=""
        hint="The price that it replaces ends the day before. What was ordered keeps its price."
      >
        {(control) => <TextInput {...control} type="date" />}
      </FormField>
      <FormField name="reason" label="Reason" empty="">
        {(control) => <TextInput {...control} maxLength={300} />}
      </FormField>
    </>
  );
}

/** Sets a price from a given day. */
export function PriceDialog({ list, initial, onClose }: PriceDialogProps) {
  const set = useCallMutation(setPrice, { onSuccess: () => toast.success('Price set') });
  const close = () => {
    set.reset();
    onClose();
  };
  const defaults: PriceDraft = {
    protocolId: '',
    kind: 'ALL',
    minQuantity: '1',
    amount: '',
    effectiveFrom: list.day,
    reason: '',
    ...initial,
  };
  return (
    <Dialog open={initial !== null} title="Set price" onClose={close}>
      <Form
        schema={PriceDraftSchema}
        defaults={defaults}
        onSubmit={(body) => set.mutateAsync({ body }).then(close, () => undefined)}
      >
        {set.error && <Notice tone="danger" title={errorText(set.error)} />}
        <Fields list={list} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <SubmitButton>Set price</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface TierDialogProps {
  row: TierRow | null;
  day: string;
  mayChange: boolean;
  onSet(row: TierRow): void;
  onClose(): void;
}

const sinceText = ({ effectiveFrom, effectiveTo }: PriceRow, day: string): string => {
  const from = `${effectiveFrom > day ? 'from' : 'since'} ${formatDate(effectiveFrom)}`;
  return effectiveTo === null ? from : `${from}, until ${formatDate(effectiveTo)}`;
};

/** Current and planned prices of one tier; a current one can be ended, a planned one withdrawn. */
export function TierDialog({ row, day, mayChange, onSet, onClose }: TierDialogProps) {
  const end = useCallMutation(endPrice, { onSuccess: () => toast.success('Price ended') });
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  const close = () => {
    end.reset();
    setConfirmingId(null);
    onClose();
  };
  const prices = row?.line.prices.filter(({ minQuantity }) => minQuantity === row.minQuantity) ?? [];
  return (
    <Dialog
      open={row !== null}
      title={row ? `${row.line.protocol.name}: ${row.minQuantity} or more specimens` : ''}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          {mayChange && row && (
            <Button variant="primary" onClick={() => onSet(row)}>
              Set price
            </Button>
          )}
        </>
      }
    >
      {end.error && <Notice tone="danger" title={errorText(end.error)} />}
      {prices.length === 0 && <p>No price is set for this service.</p>}
      <ul className="flex flex-col">
        {prices.map((one) => {
          const planned = one.effectiveFrom > day;
          const actionLabel = planned ? 'Withdraw' : 'End today';
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-medium tabular-nums">{`${kindText(kindOf(one.companyType))}: ${formatMoney(one.amount)}`}</span>
                <span className="block text-ink-soft text-sm">{sinceText(one, day)}</span>
              </span>
              {mayChange && (planned || one.effectiveTo === null || one.effectiveTo > day) && (
                <Button
                  variant={confirmingId === one.id ? 'danger' : 'secondary'}
                  busy={end.isPending && confirmingId === one.id}
                  onClick={() => {
                    if (confirmingId !== one.id) setConfirmingId(one.id);
                    else
                      end.mutate(
                        { params: { id: one.id }, body: { lastDay: planned ? null : day } },
                        { onSettled: () => setConfirmingId(null) },
                      );
                  }}
                >
                  {confirmingId === one.id ? `${actionLabel}: press again` : actionLabel}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
