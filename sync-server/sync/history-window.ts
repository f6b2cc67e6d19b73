import type { HistoryWindow } from '#db/entity.ts';
import { BEATS } from '#db/records/events/history-window.ts';

// Of the events that are newer than a row, strictly: rows of one instant are kept or left out together.
const NEWER = `(PARTITION BY target_id ORDER BY counts_at DESC
  RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP)`;

/**
 * Return the SQL that reads events of records as far as their documents have them; `withinWindow` does the same
 * without a database. Its values are appended to `values`. The index of `target_id` serves it.
 */
export function eventsWithin(
  { types, newest, hours, replayFrom, keep }: HistoryWindow,
  condition: string,
  values: unknown[],
): string {
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const starts = replayFrom
    ? `type = ANY (${parameter(replayFrom.types)}) AND NOT data ?| ${parameter(replayFrom.without)}
       AND jsonb_typeof(data #> '{to,containerId}') = 'string' AND NOT coalesce(overridden ? id, false)`
    : 'false';
  const newerStarts = replayFrom
    ? `count(*) FILTER (WHERE starts) OVER newer < ${parameter(replayFrom.count)}`
    : 'false';
  return `SELECT * FROM (
      SELECT *, NOT limited OR count(*) FILTER (WHERE limited) OVER newer < ${parameter(newest)} OR ${newerStarts}
        OR counts_at >= max(counts_at) FILTER (WHERE limited) OVER (PARTITION BY target_id)
          - make_interval(hours => ${parameter(hours)}) AS is_sent
      FROM (
        SELECT *, ${starts} AS starts FROM (
          SELECT *, type = ANY (${parameter(types)}) AND NOT data ?| ${parameter(keep)} AS limited,
            coalesce((data ->> 'notBefore')::timestamptz, occurred_at) AS counts_at,
            jsonb_agg(data -> '${BEATS}') FILTER (WHERE data ? '${BEATS}') OVER (PARTITION BY target_id) AS overridden
          FROM event AS child WHERE ${condition}
        ) AS dated
      ) AS marked
      WINDOW newer AS ${NEWER}
    ) AS judged WHERE is_sent`;
}
