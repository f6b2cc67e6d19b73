import { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import type { AnyEntity } from '#db/entity.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { maskLabRow } from '#sync-server/services/patients/mask-patients.ts';
import { listQueryOf } from '../../../db/api/list-query.ts';
import { listRows, readRow } from './list-rows.ts';

/**
 * List and detail of one family: `GET /api/<family>` and `GET /api/<family>/:id`; patients only with the
 * permission.
 */
export const readRoutes = (family: Family, entity: AnyEntity): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}`,
    access: `${family}:read`,
    query: listQueryOf(entity),
    handler: async ({ services, session, query }) => {
      const page = await listRows(services.pool, entity, query, session.entity);
      return { ...page, rows: page.rows.map((row) => maskLabRow(session, entity, row)) };
    },
  }),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id`,
    access: `${family}:read`,
    params: z.strictObject({ id: Id }),
    handler: async ({ services, session, params }) => {
      const row = await readRow(services.pool, entity, params.id, session.entity);
      return maskLabRow(session, entity, row);
    },
  }),
];
