import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

const PROCEDURE = `
  INSERT INTO procedure (id, created_at, updated_at, entity, name, code, procedure_version, batch_type, status, clinical,
      requires_director_approval, min_samples, max_samples, positive_controls, negative_controls, no_template_controls,
      author_id, author_ids, update_flow_ids, requires_reading, requires_training)
    VALUES ('extraction', '2026-01-01', '2026-01-01', 'WBL', 'Extraction', 'EXT', 1, 'EXTRACTION', 'APPROVED', false,
      false, 1, 96, 0, 0, 0, 'author', '{author}', '{}', true, false)`;
const FLOW = `
  INSERT INTO flow (id, created_at, updated_at, entity, name, flow_version, status, extraction_procedure_id, supersedes_id,
      approved_at)
    VALUES ($1, '2026-01-01', '2026-01-01', $2, 'From blood', $3, $4, 'extraction', $5, '2026-02-01')`;

test('flows and protocols of before keep their rows, and get codes, versions and their first day of use', async () => {
  const { pool } = database;
  await migrate(
    pool,
    readMigrations().filter(({ name }) => name < '0232'),
  );
  await inTransaction(pool, async (client) => {
    await client.query(PROCEDURE);
    // Two flows of one name, and one whose earlier version a procedure replaced.
    await client.query(FLOW, ['a-1', 'WBL', 1, 'ARCHIVED', null]);
    await client.query(FLOW, ['a-2', 'WBL', 2, 'APPROVED', 'a-1']);
    await client.query(FLOW, ['b-1', 'RESONANT', 1, 'APPROVED', null]);
    const { acceptedSpecimenTypes } = buildProtocol();
    await client.query(
      `INSERT INTO protocol (id, created_at, updated_at, entity, name, code, protocol_version, status,
          accepted_specimen_types, accepted_dna_types, accepted_species, target_turnaround_days, clinical, collect_to_fill_run,
          approved_at)
        VALUES ('p-1', '2026-01-01', '2026-01-01', 'WBL', 'Genome', 'WGS', 1, 'ACTIVE', $1, '{}', '{}', 21, false, false,
          '2026-03-01')`,
      [acceptedSpecimenTypes],
    );
  });
  await migrate(pool, readMigrations());
  const { rows: flows } = await pool.query(
    `SELECT id, code, flow_version, status, submitted_at IS NOT NULL AS submitted, activated_at::date::text AS first_day
      FROM flow ORDER BY id`,
  );
  const dates = { submitted: true, first_day: '2026-02-01' };
  expect(flows).toEqual([
    { id: 'a-1', code: 'FLOW-001', flow_version: 1, status: 'ARCHIVED', ...dates },
    { id: 'a-2', code: 'FLOW-001', flow_version: 2, status: 'APPROVED', ...dates },
    { id: 'b-1', code: 'FLOW-002', flow_version: 1, status: 'APPROVED', ...dates },
  ]);
  const { rows: protocols } = await pool.query(
    `SELECT status, author_ids, activated_at::date::text AS first_day FROM protocol`,
  );
  expect(protocols).toEqual([{ status: 'ACTIVE', author_ids: [], first_day: '2026-03-01' }]);
});
