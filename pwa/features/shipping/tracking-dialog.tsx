import { saveTrackingNumber } from '#db/ordering/save-tracking-number.ts';
import type { ShipmentDirection } from '#db/ordering/shipment-direction.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useShippingOperation } from './use-shipping.ts';

const TrackingInput = saveTrackingNumber.args.omit({ orderId: true, shipmentId: true });

/** A carrier that the sender arranged. */
export function TrackingDialog({
  orderId,
  direction,
  onClose,
}: {
  orderId: string;
  direction: ShipmentDirection;
  onClose(): void;
}) {
  const operation = useShippingOperation(orderId);
  return (
    <Dialog open title="Enter tracking number" onClose={onClose}>
      <Form
        schema={TrackingInput}
        defaults={{ direction, carrier: '', trackingNumber: '' }}
        onSubmit={(data) => {
          const path = `/api/shipping/orders/${orderId}/tracking`;
          operation.mutate({ path, data, done: 'The tracking number is saved.' }, { onSuccess: onClose });
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        <FormField name="carrier" label="Carrier" empty="">
          {(control) => <TextInput {...control} placeholder="For example FedEx" />}
        </FormField>
        <FormField name="trackingNumber" label="Tracking number" required empty="">
          {(control) => <TextInput {...control} code />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Save tracking number</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
