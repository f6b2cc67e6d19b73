import type { DemoServer } from './demo-server.ts';

/** A tube of the demo lab in a box. */
export interface Tube {
  id: string;
  barcode: string;
  box: string;
  boxName: string;
  slot: string;
}

/** List tubes that are in boxes, wait for work and are not checked out. */
export const storedTubes = (lab: DemoServer, entity = 'WBL'): Promise<Tube[]> =>
  lab.rows<Tube>(
    `SELECT sample.id, sample.barcode, box.id AS box, box.name AS "boxName", sample.storage_position AS slot
     FROM sample JOIN storage_management box ON box.id = sample.storage_location_id
     WHERE sample.entity = $1 AND sample.status = 'IN_QUEUE' AND sample.custodian_user_id IS NULL
       AND sample.storage_position IS NOT NULL AND box.type = 'BOX' ORDER BY sample.id`,
    [entity],
  );

/** Find an empty position of a box. */
export async function freeSlot(lab: DemoServer, box: string): Promise<string> {
  const occupied = await lab.rows<{ slot: string }>(
    'SELECT storage_position AS slot FROM sample WHERE storage_location_id = $1',
    [box],
  );
  for (const row of 'ABCDEFGH') {
    for (let column = 1; column <= 8; column += 1) {
      if (!occupied.some(({ slot }) => slot === `${row}${column}`)) return `${row}${column}`;
    }
  }
  throw new Error('The demo box has no free slot.');
}

/** Find an empty field of a running, unsigned section of the demo lab, with a valid value. */
export async function fieldToFill(lab: DemoServer) {
  const [field] = await lab.rows<{
    assignedSectionId: string;
    fieldId: string;
    sampleId: string | null;
    value: string;
  }>(
    `SELECT run.id AS "assignedSectionId", field.id AS "fieldId", coalesce(field.min, 1)::text AS value,
       CASE field.scope WHEN 'PER_SAMPLE' THEN
         (SELECT id FROM sample WHERE batch_id = batch.id AND status = 'IN_PROGRESS' ORDER BY id LIMIT 1) END AS "sampleId"
     FROM assigned_section run JOIN batch ON batch.id = run.batch_id JOIN step ON step.section_id = run.section_id
       JOIN field ON field.step_id = step.id
     WHERE run.entity = 'WBL' AND batch.status = 'IN_PROGRESS' AND run.completion_event_id IS NULL
       AND field.type = 'NUMBER' AND NOT EXISTS (
         SELECT 1 FROM field_value v WHERE v.assigned_section_id = run.id AND v.field_id = field.id)
       AND NOT EXISTS (SELECT 1 FROM signature s WHERE s.target_id = run.id)
     ORDER BY run.id, field.id`,
  );
  if (!field) throw new Error('The demo lab has no field to fill in.');
  return field;
}
