/**
 * Are the results of a file's record released to the customer (domain 6.6), as SQL over its columns? Those of an order are
 * once every specimen that is not canceled is.
 */
export const RELEASED = `CASE target_type
  WHEN 'Specimen' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.id = target_id AND r.results_released_at IS NOT NULL)
  WHEN 'Order' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.results_released_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.status NOT IN ('CANCELED', 'FAILED_QC_CANCELED') AND r.results_released_at IS NULL)
  ELSE false END`;
