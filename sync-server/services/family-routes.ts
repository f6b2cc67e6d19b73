import { z } from 'zod';
import type { Family, Grant } from '#db/access/families.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type OperationName, operationNamed } from '#db/operations.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { maskLabRow } from './patients/mask-patients.ts';

type Args = Record<string, unknown>;

/** Body of an operation call: the operation's own schema checks the arguments. */
const OperationBody = z.strictObject({
  operation: z.string().min(1).max(80),
  args: z.record(z.string(), z.unknown()).default({}),
  base: z.record(z.string(), z.int()).default({}),
});

function known(name: string) {
  const operation = operationNamed(name);
  if (!operation)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'operation', message: 'There is no such act.' },
    ]);
  return operation;
}

const isAbout = (grant: Grant, families: readonly string[]): boolean =>
  families.some((family) => grant.startsWith(`${family}:`));

/**
 * Declare `PATCH <path>`, which executes any operation whose grant is of the given families; `idArgument` is
 * the argument that the `/:id` of a path fills.
 */
export const familyOperationRoute = (row: {
  path: `/api/${string}`;
  access: Grant;
  families: readonly string[];
  idArgument?: string;
}): ApiRoute =>
  jsonRoute({
    method: 'patch',
    path: row.path,
    access: row.access,
    params: z.strictObject(row.idArgument ? { id: Id } : {}),
    body: OperationBody,
    handler: ({ services, session, params, body }) => {
      const operation = known(body.operation);
      if (!isAbout(operation.grant, row.families)) {
        throw new AppError('VALIDATION', MESSAGES.fixForm, [
          { path: 'operation', message: 'This act belongs to another address.' },
        ]);
      }
      const id: unknown = 'id' in params ? params.id : undefined;
      const args: Args = row.idArgument ? { ...body.args, [row.idArgument]: id } : body.args;
      return executeOperation(engineOf(services), session, operation, args, body.base);
    },
  });

/** Declare a route whose body is the arguments of one operation; `complete` adds what the server creates. */
export const operationRoute = (row: {
  method: 'post' | 'patch';
  path: `/api/${string}`;
  access: Grant;
  operation: OperationName;
  complete?(body: Args): Args;
}): ApiRoute =>
  jsonRoute({
    method: row.method,
    path: row.path,
    access: row.access,
    body: z.record(z.string(), z.unknown()),
    handler: ({ services, session, body }) =>
      executeOperation(
        engineOf(services),
        session,
        known(row.operation),
        row.complete ? row.complete(body) : body,
      ),
  });

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
