import type { Pool } from 'pg';
import type { SpecimenFigures } from '#db/specimens/shown-specimen.ts';

const newest = (column: string): string =>
  `(array_agg(a.${column} ORDER BY a.created_at DESC, a.id DESC) FILTER (WHERE a.${column} IS NOT NULL))[1]`;

// Customers get figures together with the results, not before.
const FIGURES = `
  SELECT s.id, ${newest('extracted_concentration')}::text AS concentration,
         ${newest('extracted_volume')}::text AS volume, ${newest('fragment_length')} AS "fragmentLength"
    FROM specimen s JOIN sample a ON a.specimen_id = s.id AND NOT a.deleted AND a.failed_at IS NULL
   WHERE s.order_id = $1 AND NOT s.deleted AND ($2 OR s.results_released_at IS NOT NULL)
   GROUP BY s.id`;

/** Read what the lab measured of an order's specimens, by specimen; without those of which nothing is known. */
export async function readFigures(
  pool: Pick<Pool, 'query'>,
  orderId: string,
  isStaff: boolean,
): Promise<Record<string, SpecimenFigures>> {
  const { rows } = await pool.query<SpecimenFigures & { id: string }>(FIGURES, [orderId, isStaff]);
  return Object.fromEntries(
    rows
      .filter((row) => row.concentration ?? row.volume ?? row.fragmentLength)
      .map(({ id, ...figures }) => [id, figures]),
  );
}
