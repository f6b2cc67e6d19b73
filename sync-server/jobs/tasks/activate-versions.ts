import type { OperationContext } from '#db/operation.ts';
import { activateFlow } from '#db/protocols/flows/approve-flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { activateVersion } from '#db/protocols/procedures/sign-off-procedure.ts';
import { activateProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

// Approved versions whose first lab day has come, oldest version first.
const due = (table: 'procedure' | 'flow' | 'protocol', status: 'APPROVED' | 'ACTIVE'): string => `
  SELECT id FROM ${table}
   WHERE entity = $1 AND status = '${status}' AND activated_at IS NULL AND effective_from <= $2::date AND NOT deleted
   ORDER BY ${table}_version, id LIMIT 100`;

async function activateProcedure(
  tx: Transaction,
  context: OperationContext,
  procedureId: string,
): Promise<boolean> {
  const row = await tx.get(procedure, procedureId);
  return row !== undefined && activateVersion(tx, context, row);
}

// In this order: a flow of the same day may need the procedures, and a protocol the flows.
const KINDS = [
  { query: due('procedure', 'APPROVED'), activate: activateProcedure },
  { query: due('flow', 'APPROVED'), activate: activateFlow },
  { query: due('protocol', 'ACTIVE'), activate: activateProtocol },
];

/**
 * Let approved versions of procedures, flows and protocols replace the earlier ones on their first lab day (domain-lab 13.1).
 * Returns the number of versions; safe to repeat and to run in several processes at once.
 */
export async function activateVersions({ pool, env, now }: Services): Promise<number> {
  // Flows of every entity of the lab may use a procedure.
  const at = { now: now(), timeZone: env.LAB_TIMEZONE, wholeLab: true };
  const today = labDayOf(at.now.toISOString(), at.timeZone);
  let total = 0;
  for (const entity of BUSINESS_ENTITIES)
    for (const { query, activate } of KINDS) {
      const { rows } = await pool.query<{ id: string }>(query, [entity, today]);
      // Usually there is nothing to do, and then nothing is locked.
      if (rows.length === 0) continue;
      total += await writeAsSystem(pool, entity, at, async (tx, context) => {
        let activated = 0;
        for (const { id } of rows) if (await activate(tx, context, id)) activated += 1;
        return activated;
      });
    }
  return total;
}
