import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { DemoServer } from '#sync-server/demo/demo-server.ts';
import { PLANTED } from './patient-carriers.ts';

/** Creates the draft, and may not see patients. */
const DRAFTER: Role = 'PROJECT_MANAGER';

/** Insert a patient, patient values in all specimens, and log rows about both; return the ids for the calls. */
export async function plantPatients(
  lab: DemoServer,
  entity: BusinessEntity,
): Promise<Record<string, string>> {
  const [tube] = await lab.rows(
    `SELECT s.id AS specimen, s.order_id AS "order", t.id AS sample, o.company_id AS company
       FROM specimen s JOIN sample t ON t.specimen_id = s.id JOIN "order" o ON o.id = s.order_id
      WHERE s.entity = $1 AND NOT s.deleted AND NOT o.deleted ORDER BY s.completed_at IS NULL, s.id LIMIT 1`,
    [entity],
  );
  const [draft] = await lab.rows(
    `SELECT o.id FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
      WHERE o.entity = $1 AND o.status = 'DRAFT' AND NOT o.deleted ORDER BY o.id LIMIT 1`,
    [entity],
  );
  // Logs name the patient that they are about: that of the specimens is another one.
  const patient = `01J0V1EWEDPAT1ENT00000000${entity === 'WBL' ? '0' : '1'}`;
  const ofSpecimens = `${PLANTED['specimen.patientId'].slice(0, -1)}${entity === 'WBL' ? '0' : '1'}`;
  // Creating a draft does not show its patients: rows are also copied from earlier orders.
  await lab.rows(
    `UPDATE "order" SET created_by_user_id = (SELECT user_id FROM user_company
       WHERE entity = $1 AND role = $3 ORDER BY id LIMIT 1) WHERE id = $2`,
    [entity, draft?.['id'], DRAFTER],
  );
  await lab.rows(
    `INSERT INTO patient (id, created_at, updated_at, entity, first_name, last_name, dob, medical_record_number,
         original_company_id, email, phone)
     VALUES ($1, now(), now(), $2, $3, $4, $5, $6, $7, $8, $9), ($10, now(), now(), $2, 'A', 'B', $5, $10, $7, NULL, NULL)`,
    [
      patient,
      entity,
      PLANTED['patient.firstName'],
      PLANTED['patient.lastName'],
      PLANTED['patient.dob'],
      `${PLANTED['patient.medicalRecordNumber']}-${entity}`,
      tube?.['company'],
      PLANTED['patient.email'],
      PLANTED['patient.phone'],
      ofSpecimens,
    ],
  );
  await lab.rows(
    `UPDATE specimen SET patient_mrn = $2, physician = $3, collected_at = '1987-03-04T12:00:00Z', patient_id = $4
      WHERE entity = $1`,
    [entity, PLANTED['specimen.patientMrn'], PLANTED['specimen.physician'], ofSpecimens],
  );
  for (const order of [tube?.['order'], draft?.['id']])
    await lab.rows(
      `INSERT INTO clinical_attestation (id, created_at, updated_at, entity, order_id, indications, statement_version,
           signed_name, signed_by_user_id, signed_at)
       SELECT $1, now(), now(), $2, $3, $4, '2026-11', 'Clara Novak', min(user_id), now()
         FROM user_company WHERE entity = $2`,
      [
        `attestation-${order}`,
        entity,
        order,
        JSON.stringify({
          [ofSpecimens]: { code: null, text: PLANTED['clinical_attestation.indications'] },
        }),
      ],
    );
  const secrets = JSON.stringify({
    patientMrn: PLANTED['specimen.patientMrn'],
    physician: PLANTED['specimen.physician'],
  });
  for (const [type, target, data] of [
    ['Specimen', tube?.['specimen'], secrets],
    ['Patient', patient, JSON.stringify({ lastName: PLANTED['patient.lastName'] })],
  ])
    await lab.rows(
      `INSERT INTO audit_log (id, created_at, updated_at, entity, table_name, record_id, action, changes, occurred_at)
       VALUES ($1, now(), now(), $2, lower($3), $4, 'UPDATE', $5, now())`,
      [`audit-${type}-${entity}`, entity, type, target, data],
    );
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ($1, now(), now(), $2, 'SPECIMEN_UPDATED', 'Patient', $3, now(), $4, false)`,
    [`event-${entity}`, entity, patient, JSON.stringify({ lastName: PLANTED['patient.lastName'] })],
  );
  return {
    ...tube,
    draft: draft?.['id'] ?? '',
    patient,
    audit: `audit-Specimen-${entity}`,
    event: `event-${entity}`,
  };
}
