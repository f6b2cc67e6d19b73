import { type Shipment, shipment } from '#db/ordering/shipment.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a package on its way to the lab. */
export const buildShipment = (overrides: Partial<Shipment> = {}): Shipment =>
  buildRow(
    shipment,
    {
      id: `shipment-${nextNumber('shipment')}`,
      orderId: 'order-1',
      direction: 'INBOUND',
      status: 'IN_TRANSIT',
      trackingNumber: '1Z00000001',
    },
    overrides,
  );
