import type { Lab } from '#db/access/lab.ts';
import { recordHeartbeat, setSilentOffline } from '#db/sequencing/sequencers/heartbeat.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { labOfFolders } from '#sync-server/config/run-folders.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

const settingsOf = ({ env, now }: Services) => ({
  now: now(),
  timeZone: env.LAB_TIMEZONE,
  wholeLab: true,
});

const WATCHED = `SELECT id FROM sequencer WHERE lab = $1 AND status = 'ACTIVE' AND last_heartbeat_at IS NOT NULL
  AND NOT deleted`;

async function setOfflineIn(services: Services, { id, home }: Lab): Promise<number> {
  const { rows } = await services.pool.query<{ id: string }>(WATCHED, [id]);
  if (rows.length === 0) return 0;
  return writeAsSystem(services.pool, home, settingsOf(services), async (tx, context) =>
    setSilentOffline(tx, context, await tx.find(sequencer, { id: rows.map((row) => row.id) })),
  );
}

/** Set the sequencers of every lab offline that are silent; returns their number. */
export async function setSilentSequencersOffline(services: Services): Promise<number> {
  let count = 0;
  for (const lab of services.env.LAB_SERVES) count += await setOfflineIn(services, lab);
  return count;
}

const RUNNING_ON = `
  SELECT s.id FROM batch_result r JOIN sequencer s ON s.id = r.sequencer_id
   WHERE r.lab = $1 AND r.flow_cell_id = $2 AND r.run_status = 'IN_PROGRESS' AND NOT r.deleted AND NOT s.deleted
     AND s.status <> 'RETIRED' AND (s.last_heartbeat_at IS NULL OR s.last_heartbeat_at < $3) LIMIT 1`;

/** Take a file that was written into a run folder as a sign of life of the sequencer that runs its flow cell. */
export async function recordRunLife(services: Services, flowCellId: string | null, at: Date): Promise<void> {
  const lab = labOfFolders(services.env);
  if (flowCellId === null || lab === undefined || at > services.now()) return;
  const { rows } = await services.pool.query<{ id: string }>(RUNNING_ON, [lab.id, flowCellId, at]);
  const [row] = rows;
  if (!row) return;
  await writeAsSystem(services.pool, lab.home, settingsOf(services), (tx, context) =>
    recordHeartbeat.run(tx, { sequencerId: row.id, at: at.toISOString() }, context),
  );
}
