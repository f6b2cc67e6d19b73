import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { PackingSlip } from './packing-slip-sheet.tsx';
import { PrintOnce } from './print-once.tsx';

type Sheet = typeof import('./packing-slip-sheet.tsx');

/** Collect the data of an order's packing slip: every specimen that is not canceled, in row order. */
export function packingSlipOf(
  order: Pick<ShownOrder, 'entity' | 'companyName' | 'serviceName' | 'specimens'> & NamedOrder,
): PackingSlip {
  return {
    entity: order.entity,
    orderNumber: orderTitle(order),
    companyName: order.companyName,
    serviceName: order.serviceName,
    specimens: order.specimens
      .filter(({ status, deleted }) => status !== 'CANCELED' && !deleted)
      .map((one) => ({
        requisitionNumber: one.requisitionNumber,
        customerSampleId: one.customerSampleId,
        material: one.otherSpecimenTypeText ?? SPECIMEN_TYPE[one.providedSpecimenType],
        place: one.shipmentPlateLocation
          ? `Plate ${one.shipmentPlateNumber ?? 1}, ${one.shipmentPlateLocation}`
          : null,
      })),
  };
}

/**
 * Print the packing slip of an order through the browser; the drawing code is loaded with the first press.
 * The caller draws `sheet`.
 */
export function usePackingSlip(slip: PackingSlip): { print(): void; busy: boolean; sheet: ReactNode } {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [busy, setBusy] = useState(false);
  const print = () => {
    setBusy(true);
    import('./packing-slip-sheet.tsx')
      .then(setSheet, () =>
        toast.error('The packing slip could not be loaded. Try again when you are online.'),
      )
      .finally(() => setBusy(false));
  };
  return {
    print,
    busy,
    sheet: sheet && (
      <PrintOnce
        title={`Packing slip ${slip.orderNumber}`}
        pageStyle={sheet.PACKING_SLIP_STYLE}
        onDone={() => setSheet(null)}
      >
        <sheet.PackingSlipSheet slip={slip} />
      </PrintOnce>
    ),
  };
}

/** A button that prints the packing slip of an order. */
export function PackingSlipButton({
  slip,
  variant = 'secondary',
}: {
  slip: PackingSlip;
  variant?: 'primary' | 'secondary';
}) {
  const { print, busy, sheet } = usePackingSlip(slip);
  return (
    <>
      <Button icon={Printer} variant={variant} busy={busy} onClick={print}>
        Print packing slip
      </Button>
      {sheet}
    </>
  );
}
