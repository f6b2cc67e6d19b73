import { buyShippingLabel } from '#db/ordering/buy-shipping-label.ts';
import { accessionShipment } from '#db/specimens/accession-shipment.ts';
import { buildSession, buildTube, signSession } from './receiving-bench.ts';
import type { WholeLab } from './whole-lab.ts';

type Condition = NonNullable<Parameters<typeof buildTube>[0]>['condition'];

/** Return the `n`th label for the shipment of an order. */
export const buyLabel = (lab: WholeLab, orderId: string, n: number) =>
  lab.perform('PROJECT_MANAGER', buyShippingLabel, {
    orderId,
    shipmentId: `${orderId}-parcel`,
    direction: 'INBOUND',
    label: {
      carrier: 'UPS',
      serviceLevel: 'Next Day',
      trackingNumber: `1Z-${orderId}-${n}`,
      rateCost: 4550,
      estimatedDelivery: null,
    },
  });

/** Receive the tubes of an order, each in a condition. */
export async function receiveTubes(
  lab: WholeLab,
  orderId: string,
  conditions: readonly NonNullable<Condition>[],
): Promise<void> {
  const rows = lab.specimens(orderId);
  const tubes = conditions.map((condition, n) => {
    const { id, tubeBarcode } = rows[n] ?? { id: '', tubeBarcode: null };
    return buildTube({ specimenId: id, scannedCode: tubeBarcode, condition, note: 'Seen at the bench' });
  });
  const session = buildSession({ orderIds: [orderId], trackingNumber: null, tubes });
  await lab.perform('LAB_TECH', accessionShipment, await signSession(session));
}
