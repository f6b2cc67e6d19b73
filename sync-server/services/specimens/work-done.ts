import type { Pool } from 'pg';
import { OPEN_WORK, unfinishedWork, type Worked } from '#db/specimens/finished-work.ts';

/**
 * SQL: samples of specimens in work without any sample still in progress. They are few, and the rule decides
 * which are done.
 */
const CANDIDATES = `
  SELECT m.specimen_id AS "specimenId", m.barcode, m.status, m.stage, m.flagged_for_review AS "flaggedForReview",
         m.sample_preparation_procedure_id AS "samplePreparationProcedureId",
         m.extraction_procedure_id AS "extractionProcedureId",
         m.library_preparation_procedure_id AS "libraryPreparationProcedureId",
         m.sequencing_procedure_id AS "sequencingProcedureId"
    FROM specimen s JOIN sample m ON m.specimen_id = s.id AND NOT m.deleted
   WHERE s.status = 'IN_PROGRESS' AND s.entity = $1 AND NOT s.deleted
     AND NOT EXISTS (SELECT 1 FROM sample o
       WHERE o.specimen_id = s.id AND o.status = ANY ($2) AND NOT o.deleted)
   ORDER BY m.id`;

/** Read the specimens in work that only need their results released. */
export async function specimensWithWorkDone(pool: Pool, entity: string): Promise<string[]> {
  const { rows } = await pool.query<Worked & { specimenId: string }>(CANDIDATES, [entity, [...OPEN_WORK]]);
  const bySpecimen = new Map<string, Worked[]>();
  for (const row of rows) bySpecimen.set(row.specimenId, [...(bySpecimen.get(row.specimenId) ?? []), row]);
  return [...bySpecimen].flatMap(([id, samples]) => (unfinishedWork(samples).length === 0 ? [id] : []));
}
