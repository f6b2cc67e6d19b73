import type { PriceList } from '#db/billing/shown-prices.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { useShell } from '#pwa/app/shell.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type PriceDraft, PriceDraftSchema } from './price-draft.ts';
import { type Kind, kindsOf } from './price-rows.ts';
import { errorText, usePriceOperations } from './use-prices.ts';

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
  const { set } = usePriceOperations();
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
        onSubmit={(price) => set.mutateAsync(price).then(close, () => undefined)}
      >
        {set.error && <Notice tone="danger" title={errorText(set.error)} />}
        <Fields list={list} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Back</Button>
          <SubmitButton>Set price</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
