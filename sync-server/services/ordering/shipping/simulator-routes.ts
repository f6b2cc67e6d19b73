import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ParcelMove } from '#db/ordering/parcel-move.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { carriersOf } from './carriers-of.ts';
import { listParcels, ParcelsQuery } from './list-parcels.ts';
import { moveParcel } from './parcel-simulator.ts';

/** Not there while real carriers take the parcels. */
function requireSimulator({ services }: Pick<ApiCall, 'services'>): void {
  if (carriersOf(services).provider !== 'SIMULATOR') throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

/** The simulated parcels for Dev Tools; only who may do everything may also delete, and sees them. */
export const simulatorRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/shipping/simulator/parcels',
    access: 'shipping:delete',
    query: ParcelsQuery,
    handler: async (call) => {
      requireSimulator(call);
      return listParcels(call.services.pool, call.session.entity, call.query);
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/shipping/simulator/parcels/:id/move',
    access: 'shipping:delete',
    params: z.strictObject({ id: Id }),
    body: ParcelMove,
    handler: async (call) => {
      requireSimulator(call);
      const { services, session, params, body } = call;
      const parcel = { id: params.id, entity: session.entity, now: services.now() };
      await moveParcel(services.pool, parcel, body);
    },
  }),
];
