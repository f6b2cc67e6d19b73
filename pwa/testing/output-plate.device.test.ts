import { afterEach, describe, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { TwoDevices } from './bench-world.ts';
import { ELUTION, fillsElution, openSectionBench, signs } from './convergence-operations.ts';
import type { PersonAtBench } from './person-at-bench.ts';

let lab: TwoDevices;
afterEach(() => lab.close());

const PLATE = { batchId: 'batch-1', name: 'Output of W26325-E01', barcode: 'W26325-E01-OUT', position: null };

function worldWithShelves() {
  const world = buildBatchWorld();
  const place = (id: string, more: object) =>
    world.putRow(storageManagement, buildStorageManagement({ id, name: id, barcode: null, ...more }));
  place('north', { type: 'SITE', parentId: null });
  place('hall-c', { type: 'ROOM', parentId: 'north' });
  place('freezer-9', { type: 'FREEZER', parentId: 'hall-c' });
  place('shelf', { type: 'SHELF', parentId: 'freezer-9' });
  place('other-shelf', { type: 'SHELF', parentId: 'freezer-9' });
  place('box-9', { type: 'BOX', parentId: 'shelf', rows: 9, columns: 9 });
  return world;
}

/** Fill and sign the second section and complete the batch, all offline on one device. */
async function completes(person: PersonAtBench): Promise<string> {
  await fillsElution(person, 90);
  await signs(person, ELUTION, 85);
  return person.does('complete-batch', { batchId: 'batch-1', childSuffixLetter: null }, 80);
}

async function outputPlate() {
  const batch = await lab.agreed('batches', 'batch-1');
  const id = String(batch['outputPlateId']);
  return { id, plate: await lab.agreed('storage', id) };
}

async function wells(): Promise<[string | null, string | null][]> {
  const { rows } = await lab.lab.database.pool.query<{ place: string | null; well: string | null }>(
    `SELECT storage_location_id AS place, storage_position AS well FROM sample WHERE sample_kind = 'EXTRACT' ORDER BY barcode`,
  );
  return rows.map(({ place, well }) => [place, well]);
}

describe('the output of a batch completed offline', () => {
  test('is in a plate on both devices: same wells, one label, a place; and a tube moves out of it', async () => {
    lab = await openSectionBench('lysed', worldWithShelves());
    const completed = await completes(lab.ann);
    const creationId = await lab.ann.does('make-output-plate', { ...PLATE, parentId: 'shelf' }, 70);
    const before = String((await lab.ann.shows('batches', 'batch-1'))?.['outputPlateId']);
    expect(await lab.ann.shows('storage', before)).toMatchObject({ type: 'PLATE', parentId: 'shelf' });
    await lab.meet();
    for (const id of [completed, creationId])
      expect(lab.ann.verdict(id)).toEqual({ outcome: 'APPLIED', message: null });
    const { id, plate } = await outputPlate();
    expect(id).toBe(before);
    expect(plate).toMatchObject({ type: 'PLATE', parentId: 'shelf', barcode: PLATE.barcode, rows: 8 });
    expect(await wells()).toEqual([
      [id, 'A1'],
      [id, 'B1'],
    ]);
    const { rows } = await lab.lab.database.pool.query<{ id: string }>(
      `SELECT id FROM sample WHERE sample_kind = 'EXTRACT' ORDER BY barcode LIMIT 1`,
    );
    const sampleId = rows[0]?.id ?? '';
    await lab.bob.does('move-sample', { sampleId, containerId: 'box-9', position: 'A1' }, 20);
    await lab.meet();
    expect(await wells()).toEqual([
      ['box-9', 'A1'],
      [id, 'B1'],
    ]);
  });

  test('becomes one plate when two users create it offline, in its last place, and both labels lead to it', async () => {
    lab = await openSectionBench('lysed', worldWithShelves());
    await completes(lab.ann);
    await lab.meet();
    await lab.ann.does('make-output-plate', { ...PLATE, parentId: 'shelf' }, 40);
    const second = await lab.bob.does(
      'make-output-plate',
      { ...PLATE, barcode: 'PLATE-77', parentId: 'other-shelf' },
      30,
    );
    await lab.meet();
    const { id, plate } = await outputPlate();
    expect(plate).toMatchObject({ parentId: 'other-shelf', barcode: PLATE.barcode });
    expect(lab.bob.verdict(second).outcome).toBe('APPLIED_WITH_WARNING');
    expect(await wells()).toEqual([
      [id, 'A1'],
      [id, 'B1'],
    ]);
    const labels = await lab.lab.database.pool.query<{ value: string }>(
      'SELECT value FROM barcode WHERE target_id = $1 AND active ORDER BY value',
      [id],
    );
    expect(labels.rows.map((one) => one.value)).toEqual(['PLATE-77', PLATE.barcode]);
    expect(await lab.openConflicts()).toEqual([]);
  });

  test('is undone offline, and the tubes have no place again', async () => {
    lab = await openSectionBench('lysed', worldWithShelves());
    await completes(lab.ann);
    await lab.ann.does('make-output-plate', { ...PLATE, parentId: 'shelf' }, 40);
    const { id } = await (async () => {
      await lab.meet();
      return outputPlate();
    })();
    const undone = await lab.bob.does('undo-output-plate', { batchId: 'batch-1', reason: 'Wrong plate' }, 30);
    await lab.meet();
    expect(lab.bob.verdict(undone)).toEqual({ outcome: 'APPLIED', message: null });
    expect(await lab.agreed('storage', id)).toMatchObject({ status: 'RETIRED', barcode: null });
    expect(await lab.agreed('batches', 'batch-1')).toMatchObject({ outputPlateId: null });
    expect(await wells()).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});
