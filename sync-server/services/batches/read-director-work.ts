import type { Pool } from 'pg';
import { visibleEntities } from '#db/access/lab.ts';
import {
  DECISION_DAYS,
  DEVIATION_DAYS,
  type DirectorKind,
  DirectorWork,
  MAX_GROUP_ROWS,
  type WorkOrder,
} from '#db/batches/directors/director-work.ts';
import { CONFIRMABLE } from '#db/samples/failing/failure-decision.ts';
import { UNFINISHED_STATUSES } from '#db/specimens/turnaround.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRecordNames, recordKey } from '#sync-server/services/records/events/record-names.ts';

const toSqlList = (values: readonly string[]): string => values.map((one) => `'${one}'`).join(', ');
const nameOf = (userId: string): string =>
  `(SELECT coalesce(u.name, u.email) FROM "user" u WHERE u.id = ${userId})`;
/** The rows of this lab that the person sees: $1 is the lab, $2 the business entities, $3 whether the work is clinical. */
const visible = (alias: string): string =>
  `${alias}.lab = $1 AND ${alias}.entity = ANY ($2) AND NOT ${alias}.deleted`;

const openVersion = (alias: string): string =>
  `${visible(alias)} AND ${alias}.status = 'PENDING_APPROVAL' AND ${alias}.submitted_at IS NOT NULL`;
const versionColumns = (alias: string, type: string, number: string): string =>
  `${alias}.id, '${type}' AS type, ${alias}.code, ${alias}.name, ${alias}.${number} AS number,
   ${alias}.change_summary AS "changeSummary", ${nameOf(`${alias}.author_ids[1]`)} AS "authorName", ${alias}.submitted_at AS since`;

const VERSIONS = `
  SELECT ${versionColumns('p', 'Procedure', 'procedure_version')} FROM procedure p
   WHERE ${openVersion('p')} AND p.clinical = $3
  UNION ALL
  SELECT ${versionColumns('f', 'Flow', 'flow_version')} FROM flow f
   WHERE ${openVersion('f')} AND $3 = EXISTS (
     SELECT FROM procedure p WHERE p.clinical AND NOT p.deleted AND p.id IN (f.sample_preparation_procedure_id,
       f.extraction_procedure_id, f.library_preparation_procedure_id, f.sequencing_procedure_id))
  UNION ALL
  SELECT ${versionColumns('t', 'Protocol', 'protocol_version')} FROM protocol t
   WHERE ${openVersion('t')} AND t.clinical = $3`;

const BATCHES = `
  SELECT b.id, b.julian_id AS "julianId", b.name, p.name AS "procedureName",
         (SELECT count(*)::int FROM sample s WHERE s.batch_id = b.id AND NOT s.deleted) AS samples,
         ${nameOf('b.completed_by_id')} AS "completedByName", b.director_return_reason AS "returnReason",
         b.director_return_answer AS "returnAnswer", b.completed_at AS since,
         ARRAY(SELECT c.name FROM assigned_section a JOIN section c ON c.id = a.section_id
                WHERE a.batch_id = b.id AND a.reopened_at >= r.at ORDER BY c."order") AS "reopenedSections",
         ARRAY(SELECT s.barcode FROM sample s WHERE s.batch_id = b.id AND s.failed_at >= r.at ORDER BY s.barcode)
           AS "failedSamples"
    FROM procedure p JOIN batch b ON b.procedure_id = p.id
    LEFT JOIN LATERAL (SELECT max(e.occurred_at) AS at FROM event e
      WHERE e.target_id = b.id AND e.type = 'BATCH_DIRECTOR_RETURNED') r ON b.director_return_reason IS NOT NULL
   WHERE p.requires_director_approval AND p.clinical = $3 AND ${visible('b')}
     AND b.status = 'COMPLETED' AND b.director_approved IS NULL AND b.completed_at IS NOT NULL`;

const FAILURES = `
  SELECT s.id, 'Sample' AS type, s.barcode AS name, s.failure_reason AS reason, s.failure_notes AS notes,
         ${nameOf('s.failed_by_id')} AS "byName", s.failed_at AS since
    FROM sample s JOIN specimen n ON n.id = s.specimen_id JOIN protocol t ON t.id = n.protocol_id
   WHERE ${visible('s')} AND s.flagged_for_review AND s.failed_at IS NOT NULL
     AND s.status IN (${toSqlList(CONFIRMABLE)}) AND t.clinical = $3
  UNION ALL
  (SELECT DISTINCT ON (b.id) b.id, 'Batch', b.julian_id || ' ' || b.name, e.data ->> 'reason', e.data ->> 'notes',
         e.data ->> 'by', e.occurred_at
    FROM batch b JOIN procedure p ON p.id = b.procedure_id
    JOIN event e ON e.target_id = b.id AND e.data ->> 'proposed' = 'FAILED_QC'
   WHERE ${visible('b')} AND b.status = 'IN_PROGRESS' AND p.clinical = $3 AND NOT EXISTS (
     SELECT FROM event d WHERE d.target_id = b.id AND d.data -> 'declined' ? e.id)
   ORDER BY b.id, e.occurred_at, e.id)`;

const CONTROLS = `
  SELECT c.id, c.name, c.plate_location AS "plateLocation", b.id AS "batchId", b.julian_id AS "julianId",
         b.name AS "batchName", c.updated_at AS since
    FROM batch b JOIN procedure p ON p.id = b.procedure_id JOIN batch_control c ON c.batch_id = b.id
   WHERE ${visible('b')} AND (b.status = 'IN_PROGRESS' OR b.status = 'COMPLETED' AND b.director_approved = false)
     AND p.clinical = $3 AND c.passed = false AND c.accepted_reason IS NULL AND NOT c.deleted`;

// Stock serves every kind of work; its quarantine is lifted on the page of the rest.
const QUARANTINE = `
  SELECT n.id, 'Specimen' AS type, coalesce(n.julian_id, n.requisition_number) AS name, NULL AS material, coalesce(n.hold_reason,
           (SELECT string_agg(d.description, '; ' ORDER BY d.id) FROM discrepancy d
             WHERE d.specimen_id = n.id AND d.resolution = 'OPEN' AND NOT d.deleted)) AS reason,
         coalesce((SELECT max(e.occurred_at) FROM event e WHERE e.target_id = n.id AND e.type = 'SPECIMEN_QUARANTINED'),
           n.received_at, n.updated_at) AS since
    FROM specimen n JOIN protocol t ON t.id = n.protocol_id
   WHERE ${visible('n')} AND n.status = 'RECEIVED_QUARANTINED' AND t.clinical = $3
  UNION ALL
  SELECT i.id, 'InventoryItem', coalesce(i.lot_number, i.serial_number, i.barcode, i.id), y.name,
         q.reason, coalesce(q.since, i.updated_at)
    FROM inventory_item i JOIN inventory_type y ON y.id = i.inventory_type_id
    LEFT JOIN LATERAL (
      SELECT e.data ->> 'reason' AS reason, e.occurred_at AS since FROM event e
       WHERE e.target_id = i.id AND e.data ->> 'quarantined' = 'true' ORDER BY e.occurred_at DESC LIMIT 1) q ON true
   WHERE ${visible('i')} AND i.quarantined AND NOT $3`;

const DEVIATIONS = `
  SELECT a.id, x.name AS "sectionName", a.deviation_note AS note, b.id AS "batchId", b.julian_id AS "julianId",
         b.name AS "batchName", b.status AS "batchStatus", a.updated_at AS since
    FROM assigned_section a JOIN section x ON x.id = a.section_id JOIN batch b ON b.id = a.batch_id
    JOIN procedure p ON p.id = b.procedure_id
   WHERE ${visible('a')} AND a.deviation_note IS NOT NULL AND p.clinical = $3
     AND a.updated_at > $4::timestamptz - make_interval(days => ${DEVIATION_DAYS})`;

const DUE = `n.received_at + make_interval(days => t.target_turnaround_days)`;
const OVERDUE = `
  SELECT n.id, coalesce(n.julian_id, n.requisition_number) AS name, n.status, o.id AS "orderId",
         o.order_number AS "orderNumber", t.name AS "protocolName", ${DUE} AS since
    FROM specimen n JOIN protocol t ON t.id = n.protocol_id JOIN "order" o ON o.id = n.order_id
   WHERE ${visible('n')} AND n.status IN (${toSqlList(UNFINISHED_STATUSES)}) AND t.clinical = $3
     AND ${DUE} < $4`;

// The types of event with which directors decide; those of a version only as far as it was approved or rejected.
const DECISIONS = `
  SELECT e.id, e.type, e.target_type AS "targetType", e.target_id AS "targetId", e.data ->> 'reason' AS reason,
         CASE WHEN e.type LIKE '%_STATUS_CHANGED' THEN e.data ->> 'to' END AS to,
         CASE WHEN e.data ->> 'decision' IN ('CONFIRMED', 'OVERTURNED') THEN e.data ->> 'decision'
              WHEN e.data ? 'controlId' THEN 'CONTROL_ACCEPTED'
              WHEN e.data ? 'declined' THEN 'DECLINED'
              WHEN e.data ->> 'quarantined' = 'false' THEN 'LOT_RELEASED' END AS detail,
         e.occurred_at AS since
    FROM event e
   WHERE e.user_id = $5 AND e.lab = $1 AND e.occurred_at > $4::timestamptz - make_interval(days => ${DECISION_DAYS})
     AND (e.type IN ('BATCH_DIRECTOR_APPROVED', 'BATCH_DIRECTOR_RETURNED', 'BATCH_APPROVAL_WITHDRAWN', 'BATCH_FAILED',
            'BATCH_RESET', 'BATCH_OVERRIDE', 'PROCEDURE_SIGNED_OFF', 'PROCEDURE_REJECTED', 'SPECIMEN_DIRECTOR_APPROVED',
            'SPECIMEN_RELEASED', 'RESULTS_RELEASED', 'RESULTS_RECALLED', 'SECTION_REOPENED')
       OR e.type IN ('FLOW_STATUS_CHANGED', 'PROTOCOL_STATUS_CHANGED') AND e.data ->> 'from' = 'PENDING_APPROVAL'
         AND e.data ->> 'to' IN ('APPROVED', 'ACTIVE', 'REJECTED')
       OR e.type = 'SAMPLE_STATUS_CHANGED' AND e.data ? 'decision'
       OR e.type = 'BATCH_STATUS_CHANGED' AND e.data ? 'declined'
       OR e.type = 'ITEM_ADJUSTED' AND e.data ->> 'quarantined' = 'false')`;

/** Read one group in an order; the total counts what the limit leaves out. */
const groupSql = (text: string, order: WorkOrder, as = 'since'): string => `
  SELECT (to_jsonb(q) - 'since') || jsonb_build_object('${as}',
           to_char(q.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS row,
         count(*) OVER ()::int AS total
    FROM (${text}) q ORDER BY q.since ${order === 'oldest' ? 'ASC' : 'DESC'}, q.id LIMIT ${MAX_GROUP_ROWS}`;

/** Number the parameters anew that a group names: Postgres refuses values without a place. */
function onlyUsed(text: string, values: readonly unknown[]): { text: string; used: unknown[] } {
  const places = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, place]) => Number(place)))].sort();
  return {
    text: text.replace(/\$(\d)/g, (_, place) => `$${places.indexOf(Number(place)) + 1}`),
    used: places.map((place) => values[place - 1]),
  };
}

interface GroupRow {
  row: Record<string, unknown>;
  total: number;
}

/**
 * Read what waits for the director of one kind of work, each group bounded and in the given order, and the
 * person's own decisions, the newest first.
 */
export async function readDirectorWork(
  pool: Pool,
  session: Session,
  { kind, order, now }: { kind: DirectorKind; order: WorkOrder; now: Date },
): Promise<DirectorWork> {
  const entities = visibleEntities(session);
  const values = [session.lab.id, entities, kind === 'clinical', now, session.userId];
  const read = async (text: string, as?: string) => {
    const { text: numbered, used } = onlyUsed(text, values);
    const { rows } = await pool.query<GroupRow>(groupSql(numbered, as ? 'newest' : order, as), used);
    return { total: rows[0]?.total ?? 0, rows: rows.map(({ row }) => row) };
  };
  const [versions, batches, failures, controls, quarantine, deviations, overdue, decisions] =
    await Promise.all([
      read(VERSIONS),
      read(BATCHES),
      read(FAILURES),
      read(CONTROLS),
      read(QUARANTINE),
      read(DEVIATIONS),
      read(OVERDUE),
      read(DECISIONS, 'at'),
    ]);
  return DirectorWork.parse({
    ...{ versions, batches, failures, controls, quarantine, deviations, overdue },
    decisions: { ...decisions, rows: await withNames(pool, entities, decisions.rows) },
  });
}

async function withNames(
  pool: Pool,
  entities: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const targetOf = (row: Record<string, unknown>) => ({
    type: String(row['targetType']),
    id: String(row['targetId']),
  });
  const names = await readRecordNames(pool, entities, rows.map(targetOf));
  return rows.map((row) => {
    const { type, id } = targetOf(row);
    return { ...row, name: names.get(recordKey(type, id))?.recordName ?? null };
  });
}
