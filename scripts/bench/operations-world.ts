import { batch } from '#db/batches/batch.ts';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sample } from '#db/samples/sample.ts';
import { type StorageType, storageManagement } from '#db/storage/storage-management.ts';

const LEVELS: readonly StorageType[] = ['SITE', 'ROOM', 'FREEZER', 'SHELF', 'RACK', 'BOX'];
const SAMPLES = 24;

/** Two storage trees of six levels, samples in the first, a batch to lay out and one that runs. */
export function buildOperationsWorld(): MemoryWorld {
  const world = buildBatchWorld({
    samples: SAMPLES,
    sample: { storageLocationId: 'a-box', storagePosition: null },
    fields: [buildField({ id: 'yield', name: 'yield', label: 'Yield', stepId: 'step-lysis' })],
  });
  for (const side of ['a', 'b'])
    for (const [depth, type] of LEVELS.entries()) {
      const parentId = depth === 0 ? null : `${side}-${LEVELS[depth - 1]?.toLowerCase()}`;
      const id = `${side}-${type.toLowerCase()}`;
      world.putRow(storageManagement, buildStorageManagement({ id, name: id, type, parentId }));
    }
  world.putRow(batch, buildBatch({ id: 'batch-2', julianId: 'W26325-E02', status: 'IN_PROGRESS' }));
  for (let k = 21; k <= SAMPLES; k += 1) {
    const row = world.one(sample, `s${k}`);
    const running = { batchId: 'batch-2', plateLocation: `B${k - 20}`, status: 'IN_PROGRESS' } as const;
    if (row) world.putRow(sample, { ...row, ...running });
  }
  return world;
}

const inBox = (k: number) => ({ sampleId: `s${k}`, containerId: 'b-box', position: `A${k}` });

/** Build the arguments of the seven operations of the wire contract; the k-th call of each concerns its own sample. */
export const OPERATION_ARGS: Readonly<Record<string, (k: number) => Record<string, unknown>>> = {
  'move-sample': inBox,
  'check-out-sample': (k) => ({ sampleId: `s${k}`, purpose: 'BATCH' }),
  'check-in-sample': inBox,
  'move-container': (k) => ({
    containerId: 'b-box',
    parentId: k % 2 ? 'a-rack' : 'b-rack',
    position: null,
  }),
  'place-sample': (k) => ({ batchId: 'batch-1', sampleId: `s${k}`, plateLocation: `A${k}` }),
  'record-field-value': (k) => ({
    assignedSectionId: 'batch-2-lysis',
    fieldId: 'yield',
    sampleId: `s${k + 20}`,
    value: '20.5',
    inputMethod: 'TYPED',
  }),
  'fail-sample': (k) => ({ sampleId: `s${k}`, failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' }),
};
