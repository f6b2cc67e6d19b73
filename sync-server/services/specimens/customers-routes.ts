import { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import { completeSpecimenInfo } from '#db/specimens/complete-specimen-info.ts';
import { decideSpecimen } from '#db/specimens/decide-specimen.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { readOrderChoices } from '#sync-server/services/ordering/read-order-choices.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { exportSpecimens } from './export-specimens.ts';
import { listSpecimens, SpecimenQuery } from './list-specimens.ts';
import { readCustomersSpecimen } from './read-customers-specimen.ts';

const One = z.strictObject({ id: Id });

/** Decisions of customers (`post`), and those that customer service records for them (`patch`). */
const decidingRoutes = (method: 'post' | 'patch', access: Grant): readonly ApiRoute[] => [
  jsonRoute({
    method,
    path: '/api/specimens/:id/decide',
    access,
    params: One,
    body: decideSpecimen.args.omit({ specimenId: true }),
    handler: async ({ services, session, params, body }) => {
      await readCustomersSpecimen(services.pool, session, params.id);
      const args = { ...body, specimenId: params.id };
      await executeOperation(engineOf(services), session, decideSpecimen, args);
      return readCustomersSpecimen(services.pool, session, params.id);
    },
  }),
  jsonRoute({
    method,
    path: '/api/specimens/:id/info',
    access,
    params: One,
    body: completeSpecimenInfo.args.omit({ specimenId: true }),
    handler: async ({ services, session, params, body }) => {
      await readCustomersSpecimen(services.pool, session, params.id);
      const args = { ...body, specimenId: params.id };
      await executeOperation(engineOf(services), session, completeSpecimenInfo, args);
      return readCustomersSpecimen(services.pool, session, params.id);
    },
  }),
];

/** `/api/specimens`: specimens as customers see them, and their decisions. */
export const customersSpecimenRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/specimens',
    access: 'specimens:read',
    query: SpecimenQuery,
    handler: ({ services, session, query }) => listSpecimens(services.pool, session, query),
  }),
  exportSpecimens,
  jsonRoute({
    method: 'get',
    path: '/api/specimens/choices',
    access: 'specimens:read',
    handler: ({ services, session }) => readOrderChoices(services.pool, session),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/specimens/:id',
    access: 'specimens:read',
    params: One,
    handler: ({ services, session, params }) => readCustomersSpecimen(services.pool, session, params.id),
  }),
  ...decidingRoutes('post', 'specimens:create'),
  ...decidingRoutes('patch', 'specimens:update'),
];
