import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import type { EventType } from '#db/records/event-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** Record in the caller's transaction that a person's secret changed; never the secret itself. */
export async function writeAccountEvent(
  client: ClientBase,
  entry: {
    entity: BusinessEntity;
    type: EventType;
    userId: string;
    companyId?: string | null;
    data?: Readonly<Record<string, string | boolean>>;
    now: Date;
  },
): Promise<void> {
  const { entity, type, userId, companyId = null, data = {}, now } = entry;
  await client.query(
    `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id, company_id,
                        occurred_at, synced_at, data, customer_visible)
     SELECT $1, $6, u.id, $6, $2, $3, 'User', u.id, u.id, $5, $6, $6,
            jsonb_build_object('by', coalesce(u.name, u.first_name || ' ' || u.last_name)) || $7::jsonb, false
       FROM "user" u WHERE u.id = $4`,
    [ulid(), entity, type, userId, companyId, now, JSON.stringify(data)],
  );
}
