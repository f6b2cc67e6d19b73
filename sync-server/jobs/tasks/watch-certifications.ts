import { certification } from '#db/inventory/certification.ts';
import { nextCertificationDue } from '#db/inventory/certification-due.ts';
import { type Equipment, equipment } from '#db/inventory/equipment.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

/**
 * Days before an instrument's certificate ends on which a notice is recorded, once each; the last is the day
 * itself.
 */
const NOTED_BEFORE = [30, 7, 0] as const;
const DAY_MS = 24 * 3_600_000;

const IN_USE = `SELECT id FROM equipment WHERE entity = $1 AND status <> 'RETIRED' AND NOT deleted ORDER BY id`;

/**
 * Return the notice that is due so many days before; null if it is too early. Missed ones are not made up
 * for.
 */
const noteAt = (daysLeft: number): number | null =>
  NOTED_BEFORE.filter((limit) => daysLeft <= limit).at(-1) ?? null;

const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);

async function noteOne(tx: Transaction, context: OperationContext, row: Equipment): Promise<boolean> {
  const dueOn = nextCertificationDue(row, await tx.find(certification, { equipmentId: row.id }));
  const days = dueOn === null ? null : noteAt(daysUntil(dueOn, context.labDay));
  if (days === null) return false;
  const known = (await tx.find(event, { targetId: row.id })).some(
    ({ type, data }) => type === 'CERTIFICATION_DUE' && isNoteOf(data, dueOn, days),
  );
  if (known) return false;
  await recordEvent(tx, context, {
    type: 'CERTIFICATION_DUE',
    targetType: 'Equipment',
    targetId: row.id,
    data: { dueOn, days },
  });
  return true;
}

const isNoteOf = (data: unknown, dueOn: string | null, days: number): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'dueOn' in data &&
  'days' in data &&
  data.dueOn === dueOn &&
  data.days === days;

/**
 * Record notices for instruments whose certificate ends soon or has ended (domain 3, CERTIFICATION_DUE).
 * Returns their number.
 */
export async function watchCertifications({
  pool,
  env,
  now,
}: Pick<AppServices, 'pool' | 'env' | 'now'>): Promise<number> {
  let noted = 0;
  for (const entity of BUSINESS_ENTITIES) {
    const settings = { now: now(), timeZone: env.LAB_TIMEZONE };
    noted += await writeAsSystem(pool, entity, settings, async (tx, context, client) => {
      const ids = (await client.query<{ id: string }>(IN_USE, [entity])).rows.map(({ id }) => id);
      let count = 0;
      for (const row of ids.length === 0 ? [] : await tx.find(equipment, { id: ids }))
        if (await noteOne(tx, context, row)) count += 1;
      return count;
    });
  }
  return noted;
}
