import { STAFF_ROLES } from '#db/access/roles.ts';
import type { AnyEntity } from '#db/entity.ts';

// A finished record stays on devices for 60 days after its last change, a conflict for one day, so a row leaves a device only by
// deletion or by age, and age-out.ts announces the latter. Conditions on another row need the trigger of
// 0016_sync_scope.sql.

const sqlList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

const IN_LAB_ORDER = sqlList(['RECEIVED', 'QUARANTINED', 'PROCESSING', 'ON_HOLD', 'PENDING_COMPLETION']);
const IN_LAB_SPECIMEN = sqlList([
  'RECEIVED',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'SUPPLEMENTAL',
  'ACTION_REQUIRED',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'RESET',
]);
const WORKING_SAMPLE = sqlList([
  'RECEIVED',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'SUPPLEMENTAL',
  'ACTION_REQUIRED',
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
]);
const OPEN_BATCH = sqlList(['NOT_STARTED', 'IN_PROGRESS', 'FAILED', 'FAILED_QC']);
// $1 is the lab in every statement that has these conditions. It is written so that no index serves it, as in
// entity-store.ts: other rows are found by their keys.
const END_PLACES = `SELECT id FROM storage_management WHERE type IN ('DISPOSED', 'SENT_TO_CLIENT') AND (lab = $1) IS TRUE`;

type Rule = (row: string, since: string) => string;

const sample: Rule = (row, since) =>
  `${row}.status IN (${WORKING_SAMPLE})
   OR (${row}.status <> 'DRAFT' AND ${row}.updated_at >= ${since})
   OR (${row}.storage_location_id IS NOT NULL AND ${row}.storage_location_id NOT IN (${END_PLACES}))`;

const batch: Rule = (row, since) => `${row}.status IN (${OPEN_BATCH}) OR ${row}.updated_at >= ${since}`;

// As long as its batch.
const ofBatch: Rule = (row, since) =>
  `EXISTS (SELECT 1 FROM batch plate WHERE plate.id = ${row}.batch_id AND (plate.lab = $1) IS TRUE AND NOT plate.deleted AND (${batch('plate', since)}))`;

const RULES: Record<string, Rule> = {
  // Also drafts, without their specimens: the receiver of a draft's package is told that it was not submitted
  // (domain 5.3).
  Order: (row, since) => `${row}.status IN (${IN_LAB_ORDER}) OR ${row}.updated_at >= ${since}`,
  AccessionGroup: (row, since) => `${row}.closed_at IS NULL OR ${row}.updated_at >= ${since}`,
  Specimen: (row, since) =>
    `${row}.status IN (${IN_LAB_SPECIMEN})
     OR (${row}.status <> 'DRAFT' AND ${row}.updated_at >= ${since})
     OR EXISTS (SELECT 1 FROM sample tube WHERE tube.specimen_id = ${row}.id AND (tube.lab = $1) IS TRUE AND NOT tube.deleted AND (${sample('tube', since)}))`,
  Sample: sample,
  Batch: batch,
  AssignedSection: ofBatch,
  BatchResult: ofBatch,
  PoolMember: ofBatch,
  // Also an older use that still occupies its cell and position.
  FlowCellUse: (row, since) => `${row}.ended_at IS NULL OR ${ofBatch(row, since)}`,
  FlowCell: (row, since) =>
    `${row}.returned_at IS NULL OR ${row}.warranty_claim = 'OPEN' OR ${row}.updated_at >= ${since}`,
  Sequencer: (row, since) => `${row}.status <> 'RETIRED' OR ${row}.updated_at >= ${since}`,
  StorageManagement: (row, since) => `${row}.status <> 'RETIRED' OR ${row}.updated_at >= ${since}`,
  // Also a lot that is used up only by calculation, until it has been counted.
  InventoryItem: (row, since) =>
    `${row}.status <> 'USED' OR (${row}.remaining < 0 AND ${row}.disposal_reason IS NULL) OR ${row}.updated_at >= ${since}`,
  Equipment: (row, since) => `${row}.status <> 'RETIRED' OR ${row}.updated_at >= ${since}`,
  // Decided conflicts leave a day after the decision, by the same limit, which is 60 days ago.
  SyncConflict: (row, since) =>
    `${row}.status = 'OPEN' OR ${row}.updated_at >= ${since} + interval '59 days'`,
};

/**
 * Return the SQL condition under which a device stores a row (domain 5.1, offline pack): `row` is the table's
 * alias, `since` the placeholder or expression of the 60-day limit, and $1 the lab. Entities without a rule are
 * replicated whole.
 */
export function replicationFilter(entity: AnyEntity, row: string, since: string): string {
  const rule = RULES[entity.name];
  // Every statement has the placeholder, so every condition must use it.
  return `NOT ${row}.deleted AND (${rule ? rule(row, since) : `${since} IS NOT NULL`})`;
}

/** Report whether time alone can remove rows of the entity from devices. */
export const agesOut = (entity: AnyEntity): boolean => entity.name in RULES;

const CHILD_RULES: Record<string, (row: string) => string> = {
  // Texts of customers may name a patient (domain 5.1), so their notes are read online only.
  Note: (row) =>
    `EXISTS (SELECT 1 FROM user_company staff WHERE staff.user_id = ${row}.author_id AND staff.entity = ${row}.entity AND (staff.lab = ${row}.lab) IS TRUE
       AND staff.role IN (${sqlList(STAFF_ROLES)}))`,
};

/**
 * Return the SQL condition under which a row is embedded in its parent's document; without a rule, always.
 */
export const embeddedRowFilter = (entity: AnyEntity, row: string): string =>
  `NOT ${row}.deleted AND (${CHILD_RULES[entity.name]?.(row) ?? 'true'})`;
