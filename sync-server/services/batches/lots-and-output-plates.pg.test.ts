import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

// The families `lab/assigned-sections` and `lab/batches` name these operations too.

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const executeOnSection = (id: string, operation: string, args: object) =>
  lab.call('LAB_TECH', 'patch', `/api/lab/assigned-sections/${id}`, { operation, args });

test('two lots are recorded for one field of the batch over REST, and one is removed with a reason', async () => {
  const [section] = await lab.rows<{ id: string; field: string; type: string }>(
    `SELECT a.id, f.id AS field, f.inventory_type_id AS type FROM assigned_section a
     JOIN batch b ON b.id = a.batch_id JOIN step s ON s.section_id = a.section_id
     JOIN section own ON own.id = a.section_id JOIN field f ON f.step_id = s.id
     WHERE a.entity = 'WBL' AND b.status = 'IN_PROGRESS' AND a.completion_event_id IS NULL
       AND f.type = 'LOT_NUMBER' AND f.scope = 'PER_BATCH' AND a.started_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM signature g WHERE g.target_id = a.id) ORDER BY a.id LIMIT 1`,
  );
  if (!section) throw new Error('The demo lab runs no section with a lot.');
  const lots = await lab.rows<{ id: string }>(
    `SELECT id FROM inventory_item WHERE inventory_type_id = $1 AND NOT quarantined AND expiration_date > now() ORDER BY id`,
    [section.type],
  );
  const rows = () =>
    lab.rows<{ id: string; item: string; removed: boolean; amount: string | null }>(
      `SELECT id, inventory_item_id AS item, removed, numeric_value::text AS amount FROM field_value
       WHERE assigned_section_id = $1 AND field_id = $2 ORDER BY occurred_at, id`,
      [section.id, section.field],
    );
  const entry = { fieldId: section.field, sampleId: null, inputMethod: 'SCAN' };
  for (const { id } of lots) {
    const done = await executeOnSection(section.id, 'record-field-value', { ...entry, value: id });
    expect(done.status).toBe(200);
  }
  const lotRows = await rows();
  expect(new Set(lotRows.map((one) => one.item))).toEqual(new Set(lots.map((one) => one.id)));
  const refusal = await executeOnSection(section.id, 'remove-lot', {
    valueIds: [lotRows[0]?.id],
    reason: ' ',
  });
  expect(refusal.status).toBe(422);
  const off = await executeOnSection(section.id, 'remove-lot', {
    valueIds: [lotRows[0]?.id],
    reason: 'Wrong bottle',
  });
  expect(off.status).toBe(200);
  expect((await rows()).at(-1)).toMatchObject({ item: lotRows[0]?.item, removed: true });
});

test('an output plate is refused over REST before its batch is completed, and changes nothing', async () => {
  const [batch] = await lab.rows<{ id: string; julian: string }>(
    `SELECT id, julian_id AS julian FROM batch WHERE entity = 'WBL' AND status = 'IN_PROGRESS' ORDER BY id LIMIT 1`,
  );
  const [shelf] = await lab.rows<{ id: string }>(
    `SELECT id FROM storage_management WHERE entity = 'WBL' AND type = 'SHELF' ORDER BY id LIMIT 1`,
  );
  const before = await lab.fingerprint();
  const args = { name: 'Output', barcode: 'PLATE-9', parentId: shelf?.id, position: null };
  const completion = await lab.call('LAB_TECH', 'patch', `/api/lab/batches/${batch?.id}`, {
    operation: 'make-output-plate',
    args,
  });
  expect([completion.status, completion.body.error]).toEqual([409, `Complete batch ${batch?.julian} first.`]);
  expect(await lab.fingerprint()).toBe(before);
});
