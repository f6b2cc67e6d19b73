import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import type { OperationVerdict } from '#db/sync/wire.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { applyNext, type Engine } from './apply-operation.ts';
import { lockDevice, lockHead } from './lock-device.ts';

/** The membership's own outbox on the server: online acts are numbered and logged like those of a handheld. */
async function serverDevice(client: ClientBase, actor: Actor): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM device WHERE user_company_id = $1 AND kind = 'SERVER'`,
    [actor.userCompanyId],
  );
  if (rows[0]) return rows[0].id;
  const id = ulid();
  await client.query(
    `INSERT INTO device (id, created_by_id, entity, kind, name, registered_by_id, user_company_id)
     VALUES ($1, $2, $3, 'SERVER', 'Online', $2, $4)`,
    [id, actor.userId, actor.entity, actor.userCompanyId],
  );
  return id;
}

/** A refused verdict as the error of an HTTP call. */
function errorOf({ code, message }: OperationVerdict): AppError {
  const text = message ?? '';
  if (code === 'INVALID_ARGUMENTS') return new AppError('VALIDATION', text);
  if (code === 'UNSUPPORTED_OPERATION') return new AppError('NOT_FOUND', text);
  return new AppError(code ?? 'CONFLICT', text);
}

/**
 * Does an act of the lab online, through the same engine as a device's: one transaction, logged, with a verdict. Throws
 * when it is refused. `base` holds the revisions that the caller had seen.
 */
export async function actOnServer(
  engine: Engine,
  actor: Actor,
  operation: Pick<OperationDefinition, 'name' | 'version'>,
  args: Record<string, unknown>,
  base: Record<string, number> = {},
): Promise<OperationVerdict> {
  const id = ulid();
  const verdict = await inTransaction(engine.pool, async (client) => {
    await lockHead(client, actor.entity);
    const device = await lockDevice(client, await serverDevice(client, actor), actor);
    const { name, version } = operation;
    const occurredAt = engine.now().toISOString();
    return applyNext(engine, client, actor, device, {
      id,
      name,
      version,
      occurredAt,
      base,
      dependsOn: [],
      args,
    });
  });
  if (verdict.outcome === 'REJECTED') throw errorOf(verdict);
  return verdict;
}
