import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { saveTrackingNumber } from '#db/ordering/save-tracking-number.ts';
import { ShipmentDirection } from '#db/ordering/shipment-direction.ts';
import { voidShippingLabel } from '#db/ordering/void-shipping-label.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { SHIPPING_WEBHOOK } from '#sync-server/http/raw-body.ts';
import { readBody } from '#sync-server/http/read-body.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { applyTracking } from './apply-tracking.ts';
import { carriersOf } from './carriers-of.ts';
import { readShipping, requireVisibleOrder } from './read-shipping.ts';
import { readLabel, readRates, returnLabel, sellLabel } from './sell-label.ts';
import { simulatorRoutes } from './simulator-routes.ts';

const params = z.strictObject({ id: Id });
/** Webhooks of a carrier are a few kilobytes. */
const WEBHOOK_LIMIT = { limit: 500_000, tooLarge: 'Send less than 500 KB.' };

/** Shipments of orders: rates, labels, tracking, and carrier webhooks. */
export const shippingRoutes: readonly ApiRoute[] = [
  ...simulatorRoutes,
  jsonRoute({
    method: 'get',
    path: '/api/shipping/orders/:id',
    access: 'shipping:read',
    params,
    handler: ({ services, session, params: { id } }) => readShipping(services, session, id),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/shipping/orders/:id/rates',
    access: 'shipping:create',
    params,
    query: z.strictObject({ direction: ShipmentDirection.default('INBOUND') }),
    handler: ({ services, session, params: { id }, query: { direction } }) =>
      readRates(services, session, { orderId: id, direction }),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/shipping/orders/:id/labels',
    access: 'shipping:create',
    params,
    body: z.strictObject({ direction: ShipmentDirection, rateId: z.string().min(1).max(200) }),
    handler: async ({ services, session, params: { id }, body }) => {
      await sellLabel(services, session, { orderId: id, ...body });
      return readShipping(services, session, id);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/shipping/orders/:id/tracking',
    access: 'shipping:create',
    params,
    body: saveTrackingNumber.args.omit({ orderId: true, shipmentId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await requireVisibleOrder(services, session, id);
      const args = { ...body, orderId: id, shipmentId: ulid() };
      await executeOperation(engineOf(services), session, saveTrackingNumber, args);
      return readShipping(services, session, id);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/shipping/labels/:id/void',
    access: 'shipping:create',
    params,
    body: voidShippingLabel.args.omit({ shipmentId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      const orderId = await returnLabel(services, session, { shipmentId: id, ...body });
      return readShipping(services, session, orderId);
    },
  }),
  streamRoute({
    method: 'get',
    path: '/api/shipping/labels/:id',
    access: 'shipping:read',
    handler: async ({ services, session }, request, response) => {
      const known = params.safeParse(request.params);
      if (!session || !known.success) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const { content, name } = await readLabel(services, session, known.data.id);
      response.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      });
      response.send(content);
    },
  }),
  streamRoute({
    method: 'post',
    path: SHIPPING_WEBHOOK,
    access: 'open',
    handler: async ({ services, logger }, request, response) => {
      const carriers = carriersOf(services);
      const body = await readBody(request, WEBHOOK_LIMIT);
      const event = carriers.readEvent(body, request.get('x-hmac-signature') ?? '');
      const moved = event ? await applyTracking(services, event) : 0;
      const logFields = { eventId: event?.id, carrierStatus: event?.carrierStatus, moved };
      logger.info(logFields, 'a carrier told of a package');
      response.json({ received: true });
    },
  }),
];
