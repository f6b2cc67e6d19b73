import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShipmentMove } from '#db/ordering/shipment-move.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { carriersOf } from './carriers-of.ts';
import { listSimulatedShipments, SimulatedShipmentsQuery } from './list-simulated-shipments.ts';
import { moveSimulatedShipment } from './shipment-simulator.ts';

/** Throw 404 if real carriers are configured. */
function requireSimulator({ services }: Pick<ApiCall, 'services'>): void {
  if (carriersOf(services).provider !== 'SIMULATOR') throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

/** The simulated shipments for Dev Tools; requires the right to delete, which only super admins have. */
export const simulatorRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/shipping/simulator/parcels',
    access: 'shipping:delete',
    query: SimulatedShipmentsQuery,
    handler: async (call) => {
      requireSimulator(call);
      return listSimulatedShipments(call.services.pool, call.session.entity, call.query);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/shipping/simulator/parcels/:id/move',
    access: 'shipping:delete',
    params: z.strictObject({ id: Id }),
    body: ShipmentMove,
    handler: async (call) => {
      requireSimulator(call);
      const { services, session, params, body } = call;
      const shipmentRef = { id: params.id, entity: session.entity, now: services.now() };
      await moveSimulatedShipment(services.pool, shipmentRef, body);
    },
  }),
];
