import type { ClientBase } from 'pg';
import type { OperationContext } from '#db/operation.ts';
import { type ClinicianLicense, clinicianLicense } from '#db/patients/clinician-license.ts';
import { daysBetween, REMINDER_DAYS, reminderDue } from '#db/patients/license-reminder.ts';
import { expireLicense } from '#db/patients/verify-license.ts';
import type { Transaction } from '#db/transaction.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { notifyAboutLicense } from '#sync-server/services/patients/notify-about-license.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;
/** Keeps a transaction small; the rest follows in the next run. */
const ROUND = 100;

// Licenses whose last day is over, and those with a due reminder that was not sent.
const DUE = `
  SELECT id FROM clinician_license
   WHERE entity = $1 AND status = 'VERIFIED' AND NOT deleted AND (expires_on < $2::date OR EXISTS (
     SELECT 1 FROM unnest($3::int[]) AS days
      WHERE expires_on - $2::date <= days AND (reminded_days IS NULL OR reminded_days > days)))
   ORDER BY expires_on, id LIMIT ${ROUND}`;

async function reviewLicense(
  { tx, context, client }: { tx: Transaction; context: OperationContext; client: ClientBase },
  services: Services,
  row: ClinicianLicense,
): Promise<void> {
  const today = context.labDay;
  if (row.expiresOn < today) {
    await expireLicense(tx, context, row);
    await notifyAboutLicense(client, services, row, { kind: 'EXPIRED' });
    return;
  }
  const days = reminderDue(row, today);
  if (days === null) return;
  await tx.patch(clinicianLicense, row.id, { remindedDays: days });
  const daysLeft = daysBetween(today, row.expiresOn);
  await notifyAboutLicense(client, services, row, { kind: 'EXPIRING', days, daysLeft });
}

/**
 * Expire licenses whose last day is over, and remind clinicians 60, 30 and 7 days before (domain 4.6).
 * Returns the number of licenses; safe to repeat and to run in several processes at once.
 */
export async function reviewLicenseDates(services: Services): Promise<number> {
  const { pool, env } = services;
  const [now, timeZone] = [services.now(), env.LAB_TIMEZONE];
  const today = labDayOf(now.toISOString(), timeZone);
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    for (;;) {
      const due = () => pool.query(DUE, [entity, today, [...REMINDER_DAYS]]);
      // Usually there is nothing to do, and then nothing is locked.
      if ((await due()).rowCount === 0) break;
      const done = await writeAsSystem(pool, entity, { now, timeZone }, async (tx, context, client) => {
        const { rows } = await client.query<{ id: string }>(DUE, [entity, today, [...REMINDER_DAYS]]);
        const licenses = await tx.find(clinicianLicense, { id: rows.map(({ id }) => id) });
        for (const row of licenses) await reviewLicense({ tx, context, client }, services, row);
        return rows.length;
      });
      total += done;
      if (done < ROUND) break;
    }
  }
  return total;
}
