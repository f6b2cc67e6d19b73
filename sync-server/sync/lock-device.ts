import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { instantOf } from '#sync-server/postgres/row-mapping.ts';

/** A device whose row is locked until the transaction ends. */
export interface LockedDevice {
  id: string;
  lastN: number;
  clockOffsetMs: number | null;
  revokedAt: string | null;
  /** The device that stands for a person's online pages. */
  online: boolean;
}

/** Takes the order of the business entity: every writer waits here, so nothing below it can change meanwhile. */
export async function lockHead(client: ClientBase, entity: string): Promise<void> {
  await client.query({
    name: 'lock_head',
    text: 'SELECT 1 FROM sync_head WHERE entity = $1 FOR UPDATE',
    values: [entity],
  });
}

/** The transaction's revision. */
export async function takeRevision(client: ClientBase, entity: string): Promise<number> {
  const { rows } = await client.query<{ rev: string }>({
    name: 'take_revision',
    text: 'SELECT sync_rev($1)::text AS rev',
    values: [entity],
  });
  return Number(rows[0]?.rev);
}

/** Locks the row of a device of this membership; 404 when it was never enrolled, or by somebody else. */
export async function lockDevice(
  client: ClientBase,
  deviceId: string,
  actor: { entity: string; userCompanyId: string },
): Promise<LockedDevice> {
  const { rows } = await client.query<{
    last_n: string;
    clock_offset_ms: string | null;
    revoked_at: string | null;
    online: boolean;
  }>({
    name: 'lock_device',
    text: `SELECT last_n::text, clock_offset_ms::text, revoked_at::text, kind = 'SERVER' AS online FROM device WHERE id = $1 AND entity = $2 AND user_company_id = $3 FOR UPDATE`,
    values: [deviceId, actor.entity, actor.userCompanyId],
  });
  const row = rows[0];
  if (!row)
    throw new AppError(
      'NOT_FOUND',
      'This device is not enrolled here. Enrol it again; unsent work stays on it.',
    );
  return {
    id: deviceId,
    lastN: Number(row.last_n),
    clockOffsetMs: row.clock_offset_ms === null ? null : Number(row.clock_offset_ms),
    revokedAt: row.revoked_at === null ? null : instantOf(row.revoked_at),
    online: row.online,
  };
}
