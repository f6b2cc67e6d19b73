import { useState } from 'react';
import { buyLabel, readRates } from '#db/api/ordering/shipping.ts';
import { labelName } from '#db/ordering/shipments/label-price.ts';
import type { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { RateChoice } from './rate-choice.tsx';

interface LabelDialogProps {
  orderId: string;
  direction: ShipmentDirection;
  /** The service selected with the order. */
  wish: string | null;
  onClose(): void;
}

const LABEL_IN_TOTAL =
  'A label that was ordered is paid with the order. Another one is added to its invoice, or billed by a new one if that is issued.';

const TITLE: Record<ShipmentDirection, string> = {
  INBOUND: 'Buy a label to the lab',
  KIT_OUT: 'Buy a label for the kits',
  RETURN: 'Buy a return label',
};

/** Buys a label: compares carrier rates, selects one. */
export function LabelDialog({ orderId, direction, wish, onClose }: LabelDialogProps) {
  const operation = useOrderOperation();
  const params = { id: orderId };
  // Rates change, so they are read at each opening; after a purchase the carriers are not asked again.
  const { data, error, isFetching, refetch } = useCall(
    readRates,
    { params, query: { direction } },
    { enabled: !operation.isPending, gcTime: 0 },
  );
  const [selectedRateId, setSelectedRateId] = useState<string | null>(null);
  const rates = data?.rates ?? [];
  const wished = rates.find((rate) => labelName(rate) === wish)?.id ?? null;
  const rateId = rates.some(({ id }) => id === selectedRateId) ? selectedRateId : wished;
  const buy = () => {
    if (rateId === null) return;
    const body = { direction, rateId };
    operation.mutate(
      {
        send: () => call(buyLabel, { params, body }),
        done: 'The label is bought. Print it and put it on the package.',
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      title={TITLE[direction]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={operation.isPending} disabled={rateId === null} onClick={buy}>
            Buy label
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        {error && !isFetching && (
          <Notice
            tone="danger"
            title={errorText(error)}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
        {!data && isFetching && <Skeleton lines={3} label="Loading rates" />}
        {data && rates.length === 0 && (
          <Notice tone="warning" title="No carrier accepts this shipment. Use your own carrier." />
        )}
        {direction === 'INBOUND' && rates.length > 0 && (
          <p className="text-ink-soft text-sm">{LABEL_IN_TOTAL}</p>
        )}
        {rates.length > 0 && <RateChoice rates={rates} selectedId={rateId} onChoose={setSelectedRateId} />}
      </div>
    </Dialog>
  );
}
