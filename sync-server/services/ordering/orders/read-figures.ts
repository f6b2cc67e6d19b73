import type { Pool } from 'pg';
import type { SpecimenFigures } from '#db/specimens/shown-specimen.ts';

const newest = (column: string): string =>
  `(array_agg(a.${column} ORDER BY a.created_at DESC, a.id DESC) FILTER (WHERE a.${column} IS NOT NULL))[1]`;

// The runs that count are those of `isCounted` in `db/sequencing/runs/sample-yields.ts`.
const SEQUENCED = `
  SELECT r.cumulative_bases, r.n50, r.mean_qscore
    FROM sample_result r JOIN batch_result b ON b.id = r.batch_result_id
   WHERE r.specimen_id = s.id AND NOT r.deleted AND NOT b.deleted AND b.counts_for_order AND b.qc_verdict <> 'FAIL'
   ORDER BY r.cumulative_bases DESC, r.bases_pass DESC, r.id LIMIT 1`;

// Customers get figures together with the results, not before.
const FIGURES = `
  SELECT s.id, ${newest('extracted_concentration')}::text AS concentration,
         ${newest('extracted_volume')}::text AS volume, ${newest('fragment_length')} AS "fragmentLength",
         q.cumulative_bases::float8 AS "yieldBases", q.n50, q.mean_qscore::text AS "meanQscore"
    FROM specimen s JOIN sample a ON a.specimen_id = s.id AND NOT a.deleted AND a.failed_at IS NULL
    LEFT JOIN LATERAL (${SEQUENCED}) q ON true
   WHERE s.order_id = $1 AND NOT s.deleted AND ($2 OR s.results_released_at IS NOT NULL)
     AND ($3::text IS NULL OR s.id = $3)
   GROUP BY s.id, q.cumulative_bases, q.n50, q.mean_qscore`;

/**
 * Read what the lab measured of an order's specimens or of one of them, by specimen; without those of which nothing is
 * known.
 */
export async function readFigures(
  pool: Pick<Pool, 'query'>,
  { orderId, specimenId }: { orderId: string; specimenId: string | null },
  isStaff: boolean,
): Promise<Record<string, SpecimenFigures>> {
  const { rows } = await pool.query<SpecimenFigures & { id: string }>(FIGURES, [
    orderId,
    isStaff,
    specimenId,
  ]);
  return Object.fromEntries(
    rows
      .filter((row) => row.concentration ?? row.volume ?? row.fragmentLength ?? row.yieldBases)
      .map(({ id, ...figures }) => [id, figures]),
  );
}
