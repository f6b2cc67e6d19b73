import { procedure } from '#db/protocols/procedure.ts';
import { activateVersion } from '#db/protocols/procedures/sign-off-procedure.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

// Approved versions whose first lab day has come, oldest version first.
const DUE = `
  SELECT id FROM procedure
   WHERE entity = $1 AND status = 'APPROVED' AND activated_at IS NULL AND effective_from <= $2::date AND NOT deleted
   ORDER BY procedure_version, id LIMIT 100`;

/**
 * Let approved versions replace the earlier ones on their first lab day (domain-lab 13.1). Returns the number of
 * versions; safe to repeat and to run in several processes at once.
 */
export async function activateVersions({ pool, env, now }: Services): Promise<number> {
  const at = { now: now(), timeZone: env.LAB_TIMEZONE };
  const today = labDayOf(at.now.toISOString(), at.timeZone);
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    const due = await pool.query<{ id: string }>(DUE, [entity, today]);
    // Usually there is nothing to do, and then nothing is locked.
    if (due.rowCount === 0) continue;
    total += await writeAsSystem(pool, entity, at, async (tx, context) => {
      let activated = 0;
      for (const { id } of due.rows) {
        const row = await tx.get(procedure, id);
        if (row && (await activateVersion(tx, context, row))) activated += 1;
      }
      return activated;
    });
  }
  return total;
}
