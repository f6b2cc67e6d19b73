import type { z } from 'zod';
import { RunTrends } from '#db/sequencing/runs/shown-run.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';

// Figures of runs that go on are not final. Without basecalling the estimate is all that is known.
const TRENDS = `
  SELECT to_char(b.started_at AT TIME ZONE $2, 'YYYY-MM') AS month,
         coalesce(s.name, b.instrument_serial, 'Unknown') AS "sequencerName",
         coalesce(b.flow_cell_product_code, 'Unknown') AS "flowCellProductCode",
         count(*)::int AS runs,
         (count(*) FILTER (WHERE b.run_status <> 'PROTOCOL_COMPLETED'))::int AS "failedRuns",
         sum(CASE WHEN b.basecalled THEN b.bases_pass ELSE b.estimated_bases END)::float8 AS "basesPass",
         avg(b.pores_at_start)::float8 AS "poresAtStart"
    FROM batch_result b LEFT JOIN sequencer s ON s.id = b.sequencer_id
   WHERE b.lab = $1 AND NOT b.deleted AND b.run_status <> 'IN_PROGRESS' AND b.started_at > $3::timestamptz - interval '24 months'
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT 5000`;

/** Read the trends of the ended runs of the lab. */
export async function readRunTrends(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
): Promise<z.infer<typeof RunTrends>> {
  const { rows } = await pool.query(TRENDS, [session.lab.id, env.LAB_TIMEZONE, now()]);
  return RunTrends.parse({ rows });
}
