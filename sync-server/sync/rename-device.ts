import { hasCapability } from '#db/access/capabilities.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import type { RenameDevice } from '#db/sync/wire.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import type { DeviceSettings } from './devices.ts';

/**
 * Rename a device; its registrar and the lab's deciders may. The name stays when the device renews itself.
 */
export function renameDevice(
  { pool, now }: Pick<DeviceSettings, 'pool' | 'now'>,
  actor: Actor,
  deviceId: string,
  { name }: RenameDevice,
): Promise<{ id: string; name: string }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ registered_by_id: string; revoked: boolean }>(
      `SELECT registered_by_id, revoked FROM device WHERE id = $1 AND entity = ANY ($2) AND kind = 'HANDHELD' FOR UPDATE`,
      [deviceId, visibleEntities(actor)],
    );
    const device = rows[0];
    if (!device) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (device.registered_by_id !== actor.userId && !hasCapability(actor.role, 'manageDevices'))
      throw new AppError('FORBIDDEN', MESSAGES.forbidden);
    if (device.revoked)
      throw new AppError('CONFLICT', 'This device was revoked; its name stays as it was known.');
    await client.query('UPDATE device SET name = $2, updated_at = $3 WHERE id = $1', [deviceId, name, now()]);
    return { id: deviceId, name };
  });
}
