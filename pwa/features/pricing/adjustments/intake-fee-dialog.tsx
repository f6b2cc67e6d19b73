import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from '../use-prices.ts';
import { AdjustmentDraftSchema, NO_ADJUSTMENT } from './adjustment-draft.ts';
import { useAdjustmentOperation } from './use-adjustments.ts';

const INTAKE = { ...NO_ADJUSTMENT, type: 'FEE', label: 'Intake fee' };

interface IntakeFeeDialogProps {
  order: Pick<ShownOrder, 'id' | 'orderNumber'>;
  open: boolean;
  onClose(): void;
}

/** Charges for received material of an order that was canceled before work on it began. */
export function IntakeFeeDialog({ order, open, onClose }: IntakeFeeDialogProps) {
  const operation = useAdjustmentOperation();
  const close = () => {
    operation.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={`Charge intake fee: ${order.orderNumber}`} onClose={close}>
      <Form
        schema={AdjustmentDraftSchema}
        defaults={INTAKE}
        onSubmit={(adjustment) =>
          operation
            .mutateAsync({ action: 'propose', orderId: order.id, adjustment })
            .then(close, () => undefined)
        }
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <p>The order was canceled after its receipt. The fee comes on a bill that then waits to be issued.</p>
        <FormField name="amount" label="Amount" required empty="">
          {(control) => <NumberInput {...control} decimal unit="USD" />}
        </FormField>
        <FormField name="label" label="What it is for" required empty="" hint="Stands on the invoice.">
          {(control) => <TextInput {...control} maxLength={100} />}
        </FormField>
        <FormField name="reason" label="Reason" required empty="" hint="Not shown to customers.">
          {(control) => <TextArea {...control} maxLength={500} />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Back</Button>
          <SubmitButton>Charge intake fee</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
