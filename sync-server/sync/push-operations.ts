import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import type { OperationVerdict, PushRequest, PushResponse } from '#db/sync/wire.ts';
import { type Applied, applyOperations, type Engine } from './apply-operation.ts';
import type { ActingPerson } from './judge-operation.ts';
import { notEnrolled } from './lock-device.ts';

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
    : new AppError('UNAVAILABLE', 'The server is busy. Work stays on this device and is sent again.', [], {
        cause: error,
      });

/** Accept a device's operations in order and stop at the first gap. */
export async function pushOperations(
  engine: Engine,
  actor: ActingPerson,
  request: PushRequest,
  clientSignal?: AbortSignal,
): Promise<PushResponse> {
  assertReadable(request);
  const { deviceId, operations, waiting } = request;
  const applied = await applyOperations(engine, { actor, deviceId, waiting, clientSignal }, operations).catch(
    (error: unknown) => {
      throw away(error);
    },
  );
  const contact = contactOf(applied) ?? (await noteContact(engine, actor, request));
  const verdicts: OperationVerdict[] = [];
  let { expectedN } = contact;
  for (const one of applied) {
    if ('refused' in one) throw one.refused;
    if ('expectedN' in one) ({ expectedN } = one);
    else {
      verdicts.push(one.verdict);
      expectedN = Math.max(expectedN, one.verdict.n + 1);
    }
  }
  return {
    verdicts,
    expectedN,
    serverTime: engine.now().toISOString(),
    ...(contact.revoked ? { revoked: true } : {}),
  };
}

interface Contact {
  expectedN: number;
  revoked: boolean;
}

/** Return the contact to record; a logged operation has recorded it with the same write. */
function contactOf(applied: readonly Applied[]): Contact | undefined {
  const logged = applied.find((one) => 'logged' in one && one.logged);
  if (!logged || !('device' in logged)) return undefined;
  return { expectedN: logged.device.lastN + 1, revoked: logged.device.revokedAt !== null };
}

/**
 * Count what waits on the device if the request brought nothing new; an empty push means that nothing waits.
 */
const waitingAfter = ({ waiting, operations }: PushRequest): number | null =>
  waiting ?? (operations.length === 0 ? 0 : null);

/** Record the device's contact and how many operations wait on it. */
async function noteContact(engine: Engine, actor: Actor, request: PushRequest): Promise<Contact> {
  const { rows } = await engine.pool
    .query<{ last_n: string; revoked: boolean }>(
      `UPDATE device d SET last_sync_at = $3, last_user_id = $4, waiting = coalesce($5, waiting),
         not_before = CASE WHEN $7 = 0 AND last_n >= $8 THEN greatest(not_before, $3) ELSE not_before END
       WHERE id = $1 AND lab = $2 AND user_company_id = $6 AND kind = 'HANDHELD' RETURNING last_n::text, device_revoked_at(d) IS NOT NULL AS revoked`,
      [
        request.deviceId,
        actor.lab.id,
        engine.now(),
        actor.userId,
        request.waiting ?? null,
        actor.userCompanyId,
        waitingAfter(request),
        request.operations.at(-1)?.n ?? 0,
      ],
    )
    .catch((error: unknown) => {
      throw away(error);
    });
  const row = rows[0];
  if (!row) throw notEnrolled();
  return { expectedN: Number(row.last_n) + 1, revoked: row.revoked };
}
