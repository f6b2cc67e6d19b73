import { afterEach, expect, test } from 'vitest';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import type { TwoDevices } from './bench-world.ts';
import { ELUTION, openSectionBench, records } from './convergence-operations.ts';
import { readLab, replayDiffers } from './convergence-replay.ts';

// The oracle of the convergence runs must itself detect the faults that it checks for.

let lab: TwoDevices;

afterEach(() => lab.close());

test.each([
  ['nothing was changed', 'SELECT 1', null],
  ['a volume was changed', `UPDATE sample SET remaining_volume = 7 WHERE id = 's1'`, 'I15 Sample s1'],
  ['a value was lost', `UPDATE field_value SET deleted = true`, 'I15 FieldValue'],
])('the replayed log equals the tables, and a difference is found when %s', async (_case, text, expected) => {
  lab = await openSectionBench();
  const { pool, owner } = lab.lab.database;
  const start = await readLab(pool);
  await lab.ann.does('place-sample', { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' }, 20);
  await lab.ann.does('start-batch', { batchId: 'batch-1' }, 19);
  await records(lab.bob, ELUTION, 'concentration', 's2', '20', 5);
  await lab.meet();
  await inTransaction(owner, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(text);
  });
  const people = [lab.ann.actor, lab.bob.actor, lab.mia.actor];
  const difference = await replayDiffers(pool, start, people);
  if (expected === null) expect(difference).toBeNull();
  else expect(difference).toContain(expected);
});
