import type { ClientBase, Pool } from 'pg';
import { personName } from '#db/batches/find-batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { loadSectionRun } from '#db/protocols/sections/section-run.ts';
import { SECTION_WAITING } from '#db/protocols/sections/waiting-section.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

const WAITING_LIMIT_MS = 72 * 3_600_000;
/** Keeps one revision small; the rest follows in the next run. */
const ROUND = 100;

// The server's clock counts from the arrival of the first held operation; each hold opens one conflict.
const WAITED_LONG = `
  SELECT later.id FROM assigned_section AS later
    JOIN batch ON batch.id = later.batch_id AND batch.status IN ('NOT_STARTED', 'IN_PROGRESS')
    JOIN operation AS held
      ON held.id = later.waiting_operation_id AND held.entity = later.entity AND NOT held.repeated
  WHERE later.entity = $1 AND later.waits_for_id IS NOT NULL AND NOT later.deleted AND held.received_at <= $2
    AND NOT EXISTS (
      SELECT 1 FROM sync_conflict AS told
      WHERE told.target_id = later.id AND told.kind = $3 AND told.other_command_id = later.waiting_operation_id
    )
  ORDER BY later.id LIMIT ${ROUND}`;

async function waitedLong(client: ClientBase, entity: BusinessEntity, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - WAITING_LIMIT_MS);
  const { rows } = await client.query<{ id: string }>(WAITED_LONG, [entity, before, SECTION_WAITING]);
  return rows.map(({ id }) => id);
}

/** Name both people: the one who began the later section (mine) and the one with the earlier one (theirs). */
async function openWaitingConflict(tx: Transaction, context: OperationContext, id: string): Promise<void> {
  const { assigned, running, all, batch } = await loadSectionRun(tx, context, id);
  const earlier = all.find((one) => one.assigned.id === assigned.waitsForId);
  if (!earlier || assigned.waitingSince === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { startedAt, startedById, assignedUserId } = earlier.assigned;
  const other = startedById ?? assignedUserId;
  await openConflict(tx, context, {
    kind: SECTION_WAITING,
    targetType: 'AssignedSection',
    targetId: id,
    batchId: batch.id,
    assignedSectionId: id,
    otherCommandId: assigned.waitingOperationId,
    action: `Complete ${earlier.section.name} of ${batch.julianId}, or decide what becomes of the values of ${running.section.name}`,
    mine: {
      userId: assigned.waitingById,
      name: await personName(tx, assigned.waitingById),
      occurredAt: assigned.waitingSince,
      label: `Began ${running.section.name} before ${earlier.section.name} was completed`,
      value: { assignedSectionId: id },
    },
    theirs: {
      userId: other,
      name: other === null ? 'Nobody yet' : await personName(tx, other),
      occurredAt: startedAt ?? assigned.waitingSince,
      label:
        startedAt === null
          ? `${earlier.section.name} was not started`
          : `Began ${earlier.section.name}; no completion arrived in 72 hours`,
      value: { assignedSectionId: earlier.assigned.id },
    },
  });
}

const expireSome = (
  pool: Pool,
  entity: BusinessEntity,
  settings: { now: Date; timeZone: string },
): Promise<number> =>
  writeAsSystem(pool, entity, settings, async (tx, context, client) => {
    const ids = await waitedLong(client, entity, settings.now);
    for (const sectionId of ids) await openWaitingConflict(tx, context, sectionId);
    return ids.length;
  });

/**
 * Open a conflict for sections that were begun early and have waited 72 hours for the completion of the
 * earlier one (domain 5.11, case 21). Returns their number; safe to run in several processes at once.
 */
export async function expireWaiting(pool: Pool, settings: { now: Date; timeZone: string }): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    for (;;) {
      const done = await expireSome(pool, entity, settings);
      total += done;
      if (done < ROUND) break;
    }
  }
  return total;
}
