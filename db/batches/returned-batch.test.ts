import { describe, expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  by,
  ELUTION,
  eluted,
  LYSIS,
  record,
  section,
  sign,
} from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { approveBatch } from './approve-batch.ts';
import { batch } from './batch.ts';
import { completeBatch } from './complete-batch.ts';
import { failBatch } from './failures/fail-batch.ts';
import { resetBatch } from './reset-batch.ts';
import { requestBatchApproval, returnBatch } from './return-batch.ts';

const RHEA = buildActor({ userId: 'rhea', name: 'Rhea', role: 'LAB_RESEARCH_DIRECTOR' });
const PIA = buildActor({ userId: 'pia', name: 'Pia', role: 'PROJECT_MANAGER' });

const giveBack = (world: MemoryWorld) =>
  runRule(world, returnBatch, { batchId: 'batch-1', reason: 'Tube 1 looks wrong' }, by(RHEA, 40));
const reopen = (world: MemoryWorld, id = ELUTION, actor = LEA, minute = 41) =>
  runRule(world, reopenSection, { assignedSectionId: id, reason: 'Measure again' }, by(actor, minute));
const correct = (world: MemoryWorld, fieldId: string, value: string, minute = 42) =>
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
const request = (world: MemoryWorld, minute = 50) =>
  runRule(world, requestBatchApproval, { batchId: 'batch-1', answer: 'Measured again' }, by(LEA, minute));
const approve = (world: MemoryWorld) => runRule(world, approveBatch, { batchId: 'batch-1' }, by(RHEA, 55));
const reset = (world: MemoryWorld, actor = LEA, minute = 45) =>
  runRule(
    world,
    resetBatch,
    { batchId: 'batch-1', reason: 'Start again', childSuffixLetter: null },
    by(actor, minute),
  );
const fail = (world: MemoryWorld, actor = LEA, minute = 45) =>
  runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    by(actor, minute),
  );
const KNOWN = { base: { 'batch-1': 1 } };
const failAll = (world: MemoryWorld, actor = LEA, qc = true, known: object = KNOWN) =>
  runRule(
    world,
    failBatch,
    { batchId: 'batch-1', qc, failureReason: 'EQUIPMENT_MALFUNCTION', failureNotes: null },
    by(actor, 45, known),
  );

/** Return a batch that its director returned; its samples have held children for library preparation. */
async function returned(fields: Field[] = []) {
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

const state = (world: MemoryWorld) => world.one(batch, 'batch-1');
const outputs = (world: MemoryWorld) => world.all(sample).filter((row) => row.sampleKind === 'EXTRACT');
const child = (world: MemoryWorld, parent = 's1') =>
  outputs(world).find((row) => row.parentSampleId === parent);
const openConflicts = (world: MemoryWorld) => world.all(syncConflict).filter((row) => row.status === 'OPEN');
const statuses = (world: MemoryWorld) =>
  Object.fromEntries(
    ['s1', 's2'].map((id) => [id, [world.one(sample, id)?.status, child(world, id)?.status]]),
  );

describe('a reopened section of a returned batch', () => {
  test('leaves the batch completed and its samples held', async () => {
    const world = await returned();
    expect(await reopen(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(state(world)).toMatchObject({ status: 'COMPLETED', directorApproved: false });
    expect(section(world, ELUTION)?.completionEventId).toBeNull();
    expect(statuses(world)).toEqual({
      s1: ['COMPLETED', 'RECEIVED_ON_HOLD'],
      s2: ['COMPLETED', 'RECEIVED_ON_HOLD'],
    });
  });

  test('needs a deciding role and a returned batch', async () => {
    const world = await returned();
    await expect(reopen(world, ELUTION, ANN)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await request(world);
    await expect(reopen(world)).rejects.toMatchObject({ code: 'BATCH_CLOSED' });
    await approve(world);
    await expect(reopen(world)).rejects.toMatchObject({ code: 'BATCH_CLOSED' });
  });

  test('corrects the sample and its child once it is signed again, and makes no second child', async () => {
    const world = await returned();
    const before = child(world);
    await reopen(world);
    await correct(world, 'concentration', '12.5');
    await correct(world, 'volume', '40');
    expect(child(world)).toMatchObject({ extractedConcentration: '20', remainingVolume: '48' });
    await sign(world, ELUTION, by(ANN, 44));
    expect(outputs(world)).toHaveLength(2);
    expect(world.one(sample, 's1')).toMatchObject({
      extractedConcentration: '12.5',
      extractedVolume: '40',
      status: 'COMPLETED',
    });
    expect(child(world)).toMatchObject({
      id: before?.id,
      status: 'RECEIVED_ON_HOLD',
      extractedConcentration: '12.5',
      extractedVolume: '40',
      initialVolume: '40',
      remainingVolume: '40',
    });
    const trail = world.all(event).filter(({ targetId }) => targetId === before?.id);
    expect(trail.find(({ type }) => type === 'SAMPLE_OUTPUT_CORRECTED')?.data).toMatchObject({
      changes: [
        { field: 'extractedConcentration', from: '20', to: '12.5' },
        { field: 'extractedVolume', from: '48', to: '40' },
      ],
    });
    expect(trail.filter(({ type }) => type === 'SAMPLE_VOLUME_CHANGED')).toHaveLength(1);
    expect(child(world, 's2')).toMatchObject({ extractedConcentration: '20', remainingVolume: '48' });
  });

  test('keeps what was drawn from the child since', async () => {
    const world = await returned();
    const before = child(world);
    if (before) world.putRow(sample, { ...before, remainingVolume: '45' });
    await reopen(world);
    await correct(world, 'volume', '50');
    await sign(world, ELUTION, by(ANN, 44));
    expect(child(world)).toMatchObject({ initialVolume: '50', remainingVolume: '47' });
  });

  test('books a corrected input of the tube once', async () => {
    const world = await returned([
      buildField({
        id: 'input',
        name: 'input',
        stepId: 'step-elution',
        label: 'Input',
        mapsTo: 'INPUT_VOLUME',
      }),
    ]);
    // 1000 µL less the 190 µL that were measured; the method draws 200 µL.
    expect(world.one(sample, 's1')?.remainingVolume).toBe('810');
    await reopen(world);
    await correct(world, 'input', '180');
    await sign(world, ELUTION, by(ANN, 44));
    expect(world.one(sample, 's1')?.remainingVolume).toBe('820');
    expect(world.one(sample, 's2')?.remainingVolume).toBe('810');
  });

  test('changes nothing when it is signed again as it was', async () => {
    const world = await returned();
    const before = outputs(world);
    await reopen(world);
    await sign(world, ELUTION, by(ANN, 44));
    expect(outputs(world)).toEqual(before);
    expect(world.all(event).some(({ type }) => type === 'SAMPLE_OUTPUT_CORRECTED')).toBe(false);
  });

  test('corrects nothing while another section is still open', async () => {
    const world = await returned();
    await reopen(world);
    await correct(world, 'concentration', '12.5');
    await reopen(world, LYSIS, LEA, 43);
    await sign(world, LYSIS, by(ANN, 44));
    expect(child(world)?.extractedConcentration).toBe('20');
    await sign(world, ELUTION, by(ANN, 45));
    expect(child(world)?.extractedConcentration).toBe('12.5');
  });

  test('bars the request for approval and the approval until it is complete', async () => {
    const world = await returned();
    await reopen(world);
    await expect(request(world)).rejects.toThrow('Complete Elution first.');
    // A second signature on another record opens a section of any completed batch.
    const row = state(world);
    if (row) world.putRow(batch, { ...row, directorApproved: null });
    await expect(approve(world)).rejects.toThrow('Complete Elution first.');
    expect(outputs(world).every(({ status }) => status === 'RECEIVED_ON_HOLD')).toBe(true);
  });

  test('releases its corrected children with the approval', async () => {
    const world = await returned();
    await reopen(world);
    await correct(world, 'concentration', '12.5');
    await sign(world, ELUTION, by(ANN, 44));
    await request(world);
    await approve(world);
    expect(child(world)).toMatchObject({ status: 'IN_QUEUE', extractedConcentration: '12.5' });
    expect(outputs(world)).toHaveLength(2);
  });

  test('bars nothing that arrived first: of a reopening and a request the later one is refused', async () => {
    const reopenedFirst = await returned();
    await reopen(reopenedFirst);
    await expect(request(reopenedFirst)).rejects.toMatchObject({ code: 'NOT_COMPLETE' });
    const requestedFirst = await returned();
    await request(requestedFirst);
    await expect(reopen(requestedFirst)).rejects.toMatchObject({ code: 'BATCH_CLOSED' });
    for (const world of [reopenedFirst, requestedFirst])
      expect(outputs(world).every(({ status }) => status === 'RECEIVED_ON_HOLD')).toBe(true);
  });
});

describe('the reset of a returned batch', () => {
  test('cancels the held children and queues each sample again', async () => {
    const world = await returned();
    expect(await reset(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(state(world)).toMatchObject({
      status: 'RESET',
      directorApproved: null,
      directorReturnReason: null,
    });
    expect(statuses(world)).toEqual({ s1: ['RESET', 'CANCELED'], s2: ['RESET', 'CANCELED'] });
    const siblings = world.all(sample).filter((row) => row.attempt === 2);
    expect(siblings.map(({ status, stage }) => [status, stage])).toEqual([
      ['IN_QUEUE', 'EXTRACTION'],
      ['IN_QUEUE', 'EXTRACTION'],
    ]);
    expect(world.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
    await expect(approve(world)).rejects.toMatchObject({ code: 'NOT_COMPLETE' });
  });

  test('is for the lab manager, and only while the batch is returned', async () => {
    const world = await returned();
    for (const actor of [PIA, RHEA])
      await expect(reset(world, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await request(world);
    await expect(reset(world)).rejects.toMatchObject({ code: 'TRANSITION' });
    await approve(world);
    await expect(reset(world)).rejects.toMatchObject({ code: 'TRANSITION' });
  });

  test('leaves the same samples whether a correction arrives before or after it', async () => {
    const correctedFirst = await returned();
    await reopen(correctedFirst);
    await correct(correctedFirst, 'concentration', '12.5');
    await reset(correctedFirst);
    const resetFirst = await returned();
    await reopen(resetFirst);
    await reset(resetFirst);
    expect(await correct(resetFirst, 'concentration', '12.5')).toMatchObject({ code: 'BATCH_CLOSED' });
    expect(resetFirst.all(fieldValue).filter((one) => one.late)).toHaveLength(1);
    expect(statuses(correctedFirst)).toEqual(statuses(resetFirst));
  });
});

describe('a failure in a returned batch', () => {
  test('cancels the held child, opens no conflict and is decided as usual', async () => {
    const world = await returned();
    expect(await fail(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(statuses(world)).toEqual({
      s1: ['FAILED_QC', 'CANCELED'],
      s2: ['COMPLETED', 'RECEIVED_ON_HOLD'],
    });
    expect(world.one(sample, 's1')?.flaggedForReview).toBe(false);
    expect(openConflicts(world)).toEqual([]);
    expect(world.one(specimen, 'specimen-1')).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
    await runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 46));
    expect(world.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
    await request(world);
    await approve(world);
    expect(statuses(world)).toEqual({ s1: ['RESET', 'CANCELED'], s2: ['COMPLETED', 'IN_QUEUE'] });
  });

  test('of a tech, or in a batch that is not returned, waits for a decision', async () => {
    const world = await returned();
    expect(await fail(world, BOB)).toMatchObject({ outcome: 'CONFLICT' });
    expect(openConflicts(world)).toHaveLength(1);
    const asked = await returned();
    await request(asked, 44);
    expect(await fail(asked)).toMatchObject({ outcome: 'CONFLICT' });
  });

  test('stands whether a correction of the sample arrives before or after it', async () => {
    const failedFirst = await returned();
    await reopen(failedFirst);
    await fail(failedFirst, LEA, 42);
    await correct(failedFirst, 'concentration', '12.5', 43);
    const correctedFirst = await returned();
    await reopen(correctedFirst);
    await correct(correctedFirst, 'concentration', '12.5', 43);
    await fail(correctedFirst, LEA, 42);
    for (const world of [failedFirst, correctedFirst]) {
      await sign(world, ELUTION, by(ANN, 44));
      expect(statuses(world)).toEqual({
        s1: ['FAILED_QC', 'CANCELED'],
        s2: ['COMPLETED', 'RECEIVED_ON_HOLD'],
      });
      expect(world.one(sample, 's1')?.extractedConcentration).toBe('12.5');
    }
  });

  test('of the whole batch fails its samples and cancels their children', async () => {
    const world = await returned();
    for (const actor of [BOB, PIA])
      await expect(failAll(world, actor, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await failAll(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(state(world)).toMatchObject({ status: 'FAILED_QC', directorApproved: null });
    expect(statuses(world)).toEqual({ s1: ['FAILED_QC', 'CANCELED'], s2: ['FAILED_QC', 'CANCELED'] });
    expect(openConflicts(world)).toEqual([]);
    await reset(world, LEA, 47);
    expect(world.all(sample).filter((row) => row.attempt === 2)).toHaveLength(2);
  });

  test('of the whole batch by somebody who did not know of its completion waits for a decision', async () => {
    const world = await returned();
    expect(await failAll(world, BOB, false, {})).toMatchObject({ outcome: 'CONFLICT' });
    expect(state(world)?.status).toBe('COMPLETED');
  });
});

test('sections stay as they were when a batch is returned and nothing is reopened', async () => {
  const world = await returned();
  expect(world.all(assignedSection).filter((row) => row.batchId === 'batch-1')).toHaveLength(2);
  expect(await correct(world, 'concentration', '12.5')).toMatchObject({ outcome: 'REJECTED' });
  await request(world);
  await approve(world);
  expect(child(world)).toMatchObject({ status: 'IN_QUEUE', extractedConcentration: '20' });
});
