import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { SHIPMENT_STATUS, type ShipmentStatus } from './shipment-status.ts';

/** The allowed transitions (domain 4.6). The lab's receiving accepts a package from any status. */
export const SHIPMENT_LIFECYCLE: Lifecycle<ShipmentStatus> = {
  NOT_STARTED: ['PRE_TRANSIT', 'RECEIVED'],
  PRE_TRANSIT: ['IN_TRANSIT', 'RECEIVED', 'FAILED', 'RETURNED', 'NOT_STARTED'],
  IN_TRANSIT: ['RECEIVED', 'FAILED', 'RETURNED'],
  // Scans may resume after a failure; otherwise the package gets a new label.
  FAILED: ['PRE_TRANSIT', 'IN_TRANSIT', 'RECEIVED'],
  RETURNED: ['PRE_TRANSIT', 'RECEIVED'],
  RECEIVED: [],
};

/** Refuse a change of a shipment's status that the table does not list. */
export const assertShipmentTransition = (from: ShipmentStatus, to: ShipmentStatus): void =>
  assertListed(SHIPMENT_LIFECYCLE, SHIPMENT_STATUS, from, to);
