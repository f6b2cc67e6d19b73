import { DATA_SUBTYPES, RESULT_SUBTYPES } from '#db/records/result-files.ts';
import { repeatedInSql } from '#sync-server/services/ordering/repeated-in-sql.ts';

const sqlList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * SQL over its columns: are the results of a file's record released to the customer (domain 6.6)? Those of an
 * order are once every specimen that is not canceled is.
 */
export const RELEASED = `CASE target_type
  WHEN 'Specimen' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.id = target_id AND r.results_released_at IS NOT NULL)
  WHEN 'Order' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.results_released_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.status NOT IN ('CANCELED', 'FAILED_QC_CANCELED') AND r.results_released_at IS NULL
      AND ${repeatedInSql('r')} IS NULL)
  ELSE false END`;

/** SQL over `s3_file`: does a newer version replace the file? */
export const SUPERSEDED = `EXISTS (SELECT 1 FROM s3_file n
  WHERE n.supersedes_id = s3_file.id AND n.status = 'STORED' AND NOT n.deleted)`;

/**
 * SQL over `s3_file`: is it a recalled result? The rule is `isRecalledFile` of
 * `db/records/recalled-files.ts`.
 */
export const RECALLED = `coalesce(s3_file.sub_type IN (${sqlList(RESULT_SUBTYPES)}), false) AND EXISTS (SELECT 1 FROM specimen c
  JOIN event e ON e.target_id = c.id AND e.target_type = 'Specimen' AND e.type = 'RESULTS_RECALLED'
  WHERE (s3_file.target_type = 'Specimen' AND c.id = s3_file.target_id
      OR s3_file.target_type = 'Order' AND c.order_id = s3_file.target_id)
    AND s3_file.created_at <= e.occurred_at
    AND (e.data ->> 'to' = 'RESET' OR s3_file.sub_type NOT IN (${sqlList(DATA_SUBTYPES)})))`;
