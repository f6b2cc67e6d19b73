import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { LabelChoice, LabelOrder, SeenLabel, TrackingForm } from '#db/ordering/orders/order-action-args.ts';
import { ShipmentMove } from '#db/ordering/shipments/carrier-status.ts';
import { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import {
  SHIPMENT_LIST,
  ShipmentPage,
  ShownRate,
  ShownRates,
  ShownShipping,
} from '#db/ordering/shipments/shown-shipping.ts';
import { Id } from '#db/values/id.ts';

const OrderId = z.strictObject({ id: Id });
const ShipmentId = z.strictObject({ id: Id });

export const readShipping = defineCall({
  id: 'readShipping',
  method: 'get',
  path: '/api/shipping/orders/:id',
  access: 'shipping:read',
  summary: 'Reads the tracking events of the shipments of an order, and what the reader may do with them.',
  params: OrderId,
  answer: ShownShipping,
});

export const readRates = defineCall({
  id: 'readRates',
  method: 'get',
  path: '/api/shipping/orders/:id/rates',
  access: 'shipping:create',
  summary: 'Asks the carriers for the rates of a shipment of an order.',
  params: OrderId,
  query: z.strictObject({ direction: ShipmentDirection.default('INBOUND') }),
  answer: ShownRates,
  errors: ['ADDRESS_MISSING', 'CARRIER_REFUSED', 'TRANSITION_NOT_ALLOWED'],
});

export const chooseLabel = defineCall({
  id: 'chooseLabel',
  method: 'post',
  path: '/api/shipping/orders/:id/choice',
  access: 'shipping:create',
  summary: 'Chooses a label for a draft: the price that its carrier asks now is in the total.',
  params: OrderId,
  body: LabelChoice,
  answer: ShownRate,
  errors: ['ADDRESS_MISSING', 'CARRIER_REFUSED', 'NOT_A_DRAFT', 'RATE_EXPIRED'],
});

export const buyLabel = defineCall({
  id: 'buyLabel',
  method: 'post',
  path: '/api/shipping/orders/:id/labels',
  access: 'shipping:create',
  summary: 'Buys a shipping label of a carrier at a rate that was read before.',
  params: OrderId,
  body: LabelOrder,
  answer: ShownShipping,
  errors: ['ADDRESS_MISSING', 'CARRIER_REFUSED', 'OTHER_LABEL', 'RATE_EXPIRED', 'TRANSITION_NOT_ALLOWED'],
});

export const saveTrackingNumber = defineCall({
  id: 'saveTrackingNumber',
  method: 'post',
  path: '/api/shipping/orders/:id/tracking',
  access: 'shipping:create',
  summary: 'Saves the carrier and tracking number that the sender chose.',
  params: OrderId,
  body: TrackingForm,
  answer: ShownShipping,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const readLabel = defineCall({
  id: 'readLabel',
  method: 'get',
  path: '/api/shipping/labels/:id',
  access: 'shipping:read',
  summary: 'Sends a bought shipping label to print.',
  params: ShipmentId,
  answer: binary('application/pdf'),
});

export const voidLabel = defineCall({
  id: 'voidLabel',
  method: 'post',
  path: '/api/shipping/labels/:id/void',
  access: 'shipping:create',
  summary: 'Voids a shipping label that was not used, and asks its price back from the carrier.',
  params: ShipmentId,
  body: SeenLabel,
  answer: ShownShipping,
  errors: ['CARRIER_REFUSED', 'TRANSITION_NOT_ALLOWED'],
});

/** A carrier signs the body with a key that both sides know. */
export const receiveCarrierEvent = defineCall({
  id: 'receiveCarrierEvent',
  method: 'post',
  path: '/api/shipping/webhook',
  access: 'open',
  summary: 'Takes the event of a carrier, which moves the shipments with its tracking number.',
  body: binary('application/json'),
  answer: z.object({ received: z.boolean() }),
});

export const listSimulatedShipments = defineCall({
  id: 'listSimulatedShipments',
  method: 'get',
  path: '/api/shipping/simulator/parcels',
  access: 'shipping:delete',
  summary: 'Lists the shipments of the simulated carriers.',
  query: listQueryOf(SHIPMENT_LIST),
  answer: ShipmentPage,
});

export const moveSimulatedShipment = defineCall({
  id: 'moveSimulatedShipment',
  method: 'post',
  path: '/api/shipping/simulator/parcels/:id/move',
  access: 'shipping:delete',
  summary: 'Moves a shipment of the simulated carriers.',
  params: ShipmentId,
  body: ShipmentMove,
});
