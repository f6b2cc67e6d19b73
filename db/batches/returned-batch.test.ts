import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  approve,
  child,
  correct,
  outputs,
  reopen,
  request,
  returned,
  state,
  statuses,
} from '#db/factories/benches/returned-bench.ts';
import { by, ELUTION, LYSIS, section, sign } from '#db/factories/benches/section-operations.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';

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

test('sections stay as they were when a batch is returned and nothing is reopened', async () => {
  const world = await returned();
  expect(world.all(assignedSection).filter((row) => row.batchId === 'batch-1')).toHaveLength(2);
  expect(await correct(world, 'concentration', '12.5')).toMatchObject({ outcome: 'REJECTED' });
  await request(world);
  await approve(world);
  expect(child(world)).toMatchObject({ status: 'IN_QUEUE', extractedConcentration: '20' });
});
