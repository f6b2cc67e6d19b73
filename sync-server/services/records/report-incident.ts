import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { COLLECTIONS } from '#db/sync/collections.ts';
import { Id } from '#db/values/id.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/** A device's report about itself; free text is short and names no patient. */
export const Incident = z.strictObject({
  deviceId: Id,
  kind: z.enum(['DIGEST_DIFFERENCE', 'STORAGE_ERROR', 'OUTBOX_LOST', 'OPERATION_MISMATCH']),
  collections: z.array(z.enum(COLLECTIONS)).max(COLLECTIONS.length).default([]),
  cursor: z.int().min(0).optional(),
  message: z.string().max(500).default(''),
  occurredAt: z.iso.datetime({ precision: 3 }),
});
export type Incident = z.infer<typeof Incident>;

/** Write a device's incident to the event log as SYNC_RECEIVED. */
export function reportIncident(
  pool: Pool,
  actor: Actor,
  incident: Incident,
  now: Date,
): Promise<{ eventId: string }> {
  return inTransaction(pool, async (client) => {
    const known = await client.query('SELECT 1 FROM device WHERE id = $1 AND entity = $2', [
      incident.deviceId,
      actor.entity,
    ]);
    if (known.rowCount === 0) throw new AppError('NOT_FOUND', 'This device is not enrolled here.');
    const at = now.toISOString();
    const eventId = ulid();
    const tx = new PgTransaction(client, {
      at,
      userId: actor.userId,
      entity: actor.entity,
      receivedAt: at,
      requestId: eventId,
    });
    const { kind, collections, cursor, message } = incident;
    await tx.insert(event, {
      id: eventId,
      type: 'SYNC_RECEIVED',
      targetType: 'Device',
      targetId: incident.deviceId,
      userId: actor.userId,
      companyId: actor.companyId,
      occurredAt: incident.occurredAt,
      deviceId: incident.deviceId,
      data: {
        incident: kind,
        collections,
        cursor: cursor ?? null,
        message: message.replaceAll('\u0000', ''),
      },
      customerVisible: false,
    });
    await tx.finish();
    return { eventId };
  });
}
