import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import type { ListedEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type OperationName, operationNamed } from '#db/operations.ts';
import type { OnlineOperation, OperationArgs } from '#db/sync/wire.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { maskLabRow } from './patients/mask-patients.ts';

type Args = z.infer<typeof OperationArgs>;
type Id = z.ZodType<{ id: string }>;

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

/** Mount a call that executes any operation whose grant is of the given families. */
export const serveFamilyOperation = (
  definition: CallDefinition<Grant, Id | undefined, undefined, typeof OnlineOperation>,
  families: readonly string[],
  /** The argument that the id of the path fills. */
  idArgument?: string,
): ApiRoute =>
  serveCall(definition, ({ services, session, params, body }) =>
    executeNamed({ services, session }, families, body, idArgument ? { [idArgument]: params?.id } : {}),
  );

/** Execute the operation that a body names, if its grant is of the given families. */
export function executeNamed(
  { services, session }: { services: AppServices; session: Session },
  families: readonly string[],
  { operation: name, args, base }: z.infer<typeof OnlineOperation>,
  /** The arguments that come from the path. */
  pathArgs: Args,
): ReturnType<typeof executeOperation> {
  const operation = known(name);
  if (!isAbout(operation.grant, families)) {
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'operation', message: 'This act belongs to another address.' },
    ]);
  }
  return executeOperation(engineOf(services), session, operation, { ...args, ...pathArgs }, base);
}

/** Mount a call whose body is the arguments of one operation; `complete` adds what the server creates. */
export const serveOperation = (
  definition: CallDefinition<Grant, undefined, undefined, typeof OperationArgs>,
  name: OperationName,
  complete: (body: Args) => Args = (body) => body,
): ApiRoute =>
  serveCall(definition, ({ services, session, body }) =>
    executeOperation(engineOf(services), session, known(name), complete(body)),
  );

/** Mount the list and the detail of an entity's rows; patients are shown only with the permission. */
export const serveRows = (
  entity: ListedEntity,
  list: CallDefinition<Grant, undefined, z.ZodType<ListQuery>, undefined>,
  detail: CallDefinition<Grant, Id, undefined, undefined>,
): readonly ApiRoute[] => [
  serveCall(list, async ({ services, session, query }) => {
    const page = await listRows(services.pool, entity, query, tenantOf(session));
    return { ...page, rows: page.rows.map((row) => maskLabRow(session, entity, row)) };
  }),
  serveCall(detail, async ({ services, session, params }) => {
    const row = await readRow(services.pool, entity, params.id, tenantOf(session));
    return maskLabRow(session, entity, row);
  }),
];
