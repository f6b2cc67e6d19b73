import { approveBatch } from '#db/batches/approve-batch.ts';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { failBatch } from '#db/batches/failures/fail-batch.ts';
import { resetBatch } from '#db/batches/reset-batch.ts';
import { requestBatchApproval, returnBatch } from '#db/batches/return-batch.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, record, sign } from '#db/factories/benches/section-operations.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Field } from '#db/protocols/field.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';

export const RHEA = buildActor({ userId: 'rhea', name: 'Rhea', role: 'LAB_RESEARCH_DIRECTOR' });
export const PIA = buildActor({ userId: 'pia', name: 'Pia', role: 'PROJECT_MANAGER' });

const giveBack = (world: MemoryWorld) =>
  runRule(world, returnBatch, { batchId: 'batch-1', reason: 'Tube 1 looks wrong' }, by(RHEA, 40));
export const reopen = (world: MemoryWorld, id = ELUTION, actor = LEA, minute = 41) =>
  runRule(world, reopenSection, { assignedSectionId: id, reason: 'Measure again' }, by(actor, minute));
export const correct = (world: MemoryWorld, fieldId: string, value: string, minute = 42) =>
  runRule(
    world,
    correctFieldValue,
    {
      assignedSectionId: ELUTION,
      fieldId,
      sampleId: 's1',
      value,
      inputMethod: 'TYPED',
      changeReason: 'Read the wrong line',
    },
    by(ANN, minute),
  );
export const request = (world: MemoryWorld, minute = 50) =>
  runRule(world, requestBatchApproval, { batchId: 'batch-1', answer: 'Measured again' }, by(LEA, minute));
export const approve = (world: MemoryWorld) =>
  runRule(world, approveBatch, { batchId: 'batch-1' }, by(RHEA, 55));
export const reset = (world: MemoryWorld, actor = LEA, minute = 45) =>
  runRule(
    world,
    resetBatch,
    { batchId: 'batch-1', reason: 'Start again', childSuffixLetter: null },
    by(actor, minute),
  );
export const fail = (world: MemoryWorld, actor = LEA, minute = 45) =>
  runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    by(actor, minute),
  );
const KNOWN = { base: { 'batch-1': 1 } };
export const failAll = (world: MemoryWorld, actor = LEA, qc = true, known: object = KNOWN) =>
  runRule(
    world,
    failBatch,
    { batchId: 'batch-1', qc, failureReason: 'EQUIPMENT_MALFUNCTION', failureNotes: null },
    by(actor, 45, known),
  );

/** Return a batch that its director returned; its samples have held children for library preparation. */
export async function returned(fields: Field[] = []) {
  const world = await eluted({
    procedure: { requiresDirectorApproval: true, outputVolume: '48' },
    fields,
  });
  for (const one of fields)
    for (const sampleId of ['s1', 's2']) await record(world, ELUTION, one.id, sampleId, '190', by(ANN, 32));
  await sign(world, ELUTION, by(ANN, 35));
  const args = { batchId: 'batch-1', childSuffixLetter: 'K', sampleIds: ['s1', 's2'] };
  await runRule(world, completeBatch, args, by(ANN, 37));
  await giveBack(world);
  return world;
}

export const state = (world: MemoryWorld) => world.one(batch, 'batch-1');
export const outputs = (world: MemoryWorld) =>
  world.all(sample).filter((row) => row.sampleKind === 'EXTRACT');
export const child = (world: MemoryWorld, parent = 's1') =>
  outputs(world).find((row) => row.parentSampleId === parent);
export const openConflicts = (world: MemoryWorld) =>
  world.all(syncConflict).filter((row) => row.status === 'OPEN');
export const statuses = (world: MemoryWorld) =>
  Object.fromEntries(
    ['s1', 's2'].map((id) => [id, [world.one(sample, id)?.status, child(world, id)?.status]]),
  );
