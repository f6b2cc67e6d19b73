import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import type { OperationVerdict, PushRequest, PushResponse } from '#db/sync/wire.ts';
import { applyOperation, type Engine } from './apply-operation.ts';

function assertReadable(request: PushRequest): void {
  if (request.protocol > PROTOCOL_VERSION) {
    throw new AppError(
      'VALIDATION',
      'This app is newer than the server. Unsent work stays on the device; try again later.',
    );
  }
  const ascending = request.operations.every(
    ({ n }, place) => place === 0 || n > (request.operations[place - 1]?.n ?? 0),
  );
  if (!ascending) throw new AppError('VALIDATION', 'Operations must come in ascending order of n.');
}

const away = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        'UNAVAILABLE',
        'The server cannot take work right now. It stays on this device and is sent again.',
      );

/** Takes a device's operations in their order, each in its own transaction, and stops at the first gap. */
export async function pushOperations(
  engine: Engine,
  actor: Actor,
  request: PushRequest,
): Promise<PushResponse> {
  assertReadable(request);
  const device = await readDevice(engine, actor, request);
  const verdicts: OperationVerdict[] = [];
  let expectedN = device.lastN + 1;
  for (const envelope of request.operations) {
    const applied = await applyOperation(engine, actor, request.deviceId, envelope).catch(
      (error: unknown) => {
        throw away(error);
      },
    );
    if ('expectedN' in applied) {
      expectedN = applied.expectedN;
      break;
    }
    verdicts.push(applied.verdict);
    expectedN = Math.max(expectedN, applied.verdict.n + 1);
  }
  return {
    verdicts,
    expectedN,
    serverTime: engine.now().toISOString(),
    ...(device.revoked ? { revoked: true } : {}),
  };
}

/** Notes that the device was in contact, and how much waits on it. */
async function readDevice(
  engine: Engine,
  actor: Actor,
  request: PushRequest,
): Promise<{ lastN: number; revoked: boolean }> {
  const { rows } = await engine.pool
    .query<{ last_n: string; revoked: boolean }>(
      `UPDATE device SET last_sync_at = $3, last_user_id = $4, waiting = coalesce($5, waiting)
       WHERE id = $1 AND entity = $2 RETURNING last_n::text, revoked`,
      [request.deviceId, actor.entity, engine.now(), actor.userId, request.waiting ?? null],
    )
    .catch((error: unknown) => {
      throw away(error);
    });
  const row = rows[0];
  if (!row)
    throw new AppError(
      'NOT_FOUND',
      'This device is not enrolled here. Enrol it again; unsent work stays on it.',
    );
  return { lastN: Number(row.last_n), revoked: row.revoked };
}
