import type { ClientBase } from 'pg';
import { type Competence, competence } from '#db/protocols/competences/competence.ts';
import { daysUntil, TRAINING_REMINDER_DAYS } from '#db/protocols/competences/valid-competence.ts';
import type { Transaction } from '#db/transaction.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import {
  type EndingTraining,
  renderOwnTrainingEmail,
  renderTrainingDueEmail,
} from '#sync-server/services/protocols/training-emails.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Keeps a transaction small; the rest follows in the next run. */
const ROUND = 100;

// Trainings with a due reminder that was not sent, of people who still work here, and not renewed meanwhile.
const DUE = `
  SELECT c.id, u.email, coalesce(u.name, u.first_name || ' ' || u.last_name) AS person,
    (SELECT p.name FROM procedure p WHERE p.code = c.procedure_code AND p.entity = c.entity AND NOT p.deleted
      ORDER BY p.procedure_version = c.procedure_version DESC, p.procedure_version DESC LIMIT 1) AS procedure
   FROM competence c JOIN user_company m ON m.id = c.user_company_id JOIN "user" u ON u.id = c.user_id
   WHERE c.entity = $1 AND c.kind <> 'READ' AND c.revoked_at IS NULL AND NOT c.deleted
     AND NOT m.deactivated AND NOT m.deleted AND NOT u.deleted
     AND c.expires_on >= $2::date AND EXISTS (
       SELECT 1 FROM unnest($3::int[]) AS days
        WHERE c.expires_on - $2::date <= days AND (c.reminded_days IS NULL OR c.reminded_days > days))
     AND NOT EXISTS (
       SELECT 1 FROM competence newer
        WHERE newer.user_id = c.user_id AND newer.procedure_code = c.procedure_code AND newer.kind <> 'READ'
          AND newer.revoked_at IS NULL AND NOT newer.deleted AND newer.id <> c.id
          AND newer.procedure_version >= c.procedure_version
          AND (newer.expires_on IS NULL OR (newer.expires_on, newer.id) > (c.expires_on, c.id)))
   ORDER BY c.expires_on, c.id LIMIT ${ROUND}`;
const MANAGERS = `
  SELECT DISTINCT u.email FROM user_company m JOIN "user" u ON u.id = m.user_id
   WHERE m.entity = $1 AND m.role IN ${rolesSql('receiveLabNotices')} AND NOT m.deactivated AND NOT m.deleted AND NOT u.deleted
   ORDER BY u.email LIMIT 50`;

interface DueRow {
  id: string;
  email: string;
  person: string;
  procedure: string | null;
}

/** The reminder that is due so many days before the end; missed ones are not made up for. */
const reminderAt = (daysLeft: number): number | undefined =>
  TRAINING_REMINDER_DAYS.filter((limit) => daysLeft <= limit).at(-1);

async function remindPerson(
  tx: Transaction,
  client: ClientBase,
  { id, email, person, procedure }: DueRow,
  row: Competence,
  { entity, today, url }: { entity: BusinessEntity; today: string; url: string },
): Promise<EndingTraining[]> {
  if (row.expiresOn === null) return [];
  const daysLeft = daysUntil(row.expiresOn, today);
  const days = reminderAt(daysLeft);
  if (days === undefined) return [];
  await tx.patch(competence, id, { remindedDays: days });
  const training = { person, procedure: procedure ?? row.procedureCode, expiresOn: row.expiresOn };
  const own = renderOwnTrainingEmail(entity, url, training, daysLeft);
  const data = { targetType: 'Competence', targetId: id, days: String(days) };
  await queueMail(client, { entity, kind: 'TRAINING_DUE', to: email, ...own, data });
  return [training];
}

/**
 * Remind people and lab managers 30, 7 and 0 days before the end of a training (domain-lab 13.3); one email to the
 * managers for all trainings of a run. Returns the number of trainings; safe to repeat.
 */
export async function remindOfTraining(services: Services): Promise<number> {
  const { pool, env } = services;
  const [now, timeZone] = [services.now(), env.LAB_TIMEZONE];
  const today = labDayOf(now.toISOString(), timeZone);
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    const params = [entity, today, [...TRAINING_REMINDER_DAYS]];
    const url = `${publicUrl(env, entity)}/lab/training`;
    // Usually there is nothing to do, and then nothing is locked.
    if ((await pool.query(DUE, params)).rowCount === 0) continue;
    total += await writeAsSystem(pool, entity, { now, timeZone }, async (tx, _context, client) => {
      const { rows } = await client.query<DueRow>(DUE, params);
      const ending: EndingTraining[] = [];
      for (const due of rows) {
        const row = await tx.get(competence, due.id);
        if (row) ending.push(...(await remindPerson(tx, client, due, row, { entity, today, url })));
      }
      const email = renderTrainingDueEmail(entity, url, ending);
      if (ending.length > 0)
        for (const { email: to } of (await client.query<{ email: string }>(MANAGERS, [entity])).rows)
          await queueMail(client, { entity, kind: 'TRAINING_DUE', to, ...email });
      return ending.length;
    });
  }
  return total;
}
