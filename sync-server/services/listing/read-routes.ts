import { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import type { AnyEntity } from '#db/entity.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { listQueryOf } from './list-query.ts';
import { listRows, readRow } from './list-rows.ts';

/** List and read of one family: `GET /api/<family>` and `GET /api/<family>/:id`. */
export const readRoutes = (family: Family, entity: AnyEntity): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}`,
    access: `${family}:read`,
    query: listQueryOf(entity),
    handler: ({ services, session, query }) => listRows(services.pool, entity, query, session.entity),
  }),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id`,
    access: `${family}:read`,
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) => readRow(services.pool, entity, params.id, session.entity),
  }),
];
