import { describe, expect, test } from 'vitest';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  current,
  ELUTION,
  eluted,
  LYSIS,
  lysed,
  record,
  section,
  sign,
  startedWorld,
  worldWithBuffer,
} from '#db/factories/benches/section-operations.ts';
import { buildEquipment } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { equipment } from '#db/inventory/equipment.ts';
import type { Actor } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { scanEquipment } from '#db/protocols/sections/section-marks.ts';
import { correctFieldValue } from '#db/protocols/values/record-field-value.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { signature } from './signature.ts';

describe('a lot that went bad meanwhile (case 26)', () => {
  const withLot = async (quarantinedAt: string) => {
    const world = await worldWithBuffer({}, { quarantined: true });
    const quarantine = {
      id: 'event-q',
      type: 'ITEM_ADJUSTED' as const,
      targetType: 'InventoryItem',
      targetId: 'lot-1',
      occurredAt: quarantinedAt,
      data: { quarantined: true },
      customerVisible: false,
    };
    world.putRow(event, buildRow(event, quarantine, {}));
    return world;
  };

  test('is accepted when it was used before its quarantine', async () => {
    const world = await withLot(at(40));
    expect(await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 20))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(world.all(sample).some((one) => one.flaggedForReview)).toBe(false);
  });

  test('is stored and flags the samples when it was used after its quarantine', async () => {
    const world = await withLot(at(10));
    const result = await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 20));
    expect(result).toMatchObject({ outcome: 'APPLIED_WITH_WARNING' });
    expect(result.message).toContain('Lot L1 is quarantined.');
    expect(current(world, 'buffer', null)?.current.inventoryItemId).toBe('lot-1');
    expect(world.all(sample).every((one) => one.flaggedForReview)).toBe(true);
  });

  test('is refused at the bench itself', async () => {
    const world = await withLot(at(10));
    const onDevice = by(ANN, 20, { replica: 'device' });
    await expect(record(world, LYSIS, 'buffer', null, 'L1', onDevice)).rejects.toThrow(
      'Lot L1 is quarantined.',
    );
  });
});

describe('signing', () => {
  test('needs every required value and the equipment', async () => {
    const world = await lysed({ elution: { equipmentTypeRequired: ['QUBIT'] } });
    await expect(sign(world, ELUTION)).rejects.toThrow('Concentration is invalid or missing.');
    for (const sampleId of ['s1', 's2'])
      await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await expect(sign(world, ELUTION)).rejects.toThrow('Volume is invalid or missing.');
    for (const sampleId of ['s1', 's2']) await record(world, ELUTION, 'volume', sampleId, '20', by(ANN, 31));
    await expect(sign(world, ELUTION)).rejects.toThrow('Scan a QUBIT.');
    world.putRow(
      equipment,
      buildEquipment({ id: 'q1', type: 'QUBIT', status: 'ACTIVE', certificationInterval: null }),
    );
    await runRule(world, scanEquipment, { assignedSectionId: ELUTION, equipmentId: 'q1' }, by(ANN, 32));
    expect(await sign(world, ELUTION)).toMatchObject({ outcome: 'APPLIED' });
  });

  test('with a calculation without an operand is refused and names the operand', async () => {
    const world = await lysed();
    const optional = world.all(field).find((one) => one.id === 'volume');
    if (optional) world.putRow(field, { ...optional, required: false });
    for (const sampleId of ['s1', 's2'])
      await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await expect(sign(world, ELUTION)).rejects.toThrow('Mass cannot be calculated: Volume is missing.');
  });

  test('with a proof that fails leaves the section open and notifies the manager', async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const result = await sign(world, LYSIS, by(ANN, 30, { verifyProof: async () => 'FAILED' }));
    expect(result.outcome).toBe('CONFLICT');
    expect(section(world, LYSIS)?.completionEventId).toBeNull();
    expect(world.all(signature)[0]?.verified).toBe('FAILED');
  });

  test("keeps another person's corrected value in the history with the reason", async () => {
    const world = await eluted();
    const correction = {
      assignedSectionId: ELUTION,
      fieldId: 'volume',
      sampleId: 's1',
      value: '47',
      inputMethod: 'TYPED' as const,
    };
    await expect(
      runRule(world, correctFieldValue, { ...correction, changeReason: ' ' }, by(BOB, 33)),
    ).rejects.toThrow('Please fix the form errors');
    expect(
      await runRule(world, correctFieldValue, { ...correction, changeReason: 'misread' }, by(BOB, 33)),
    ).toMatchObject({ outcome: 'APPLIED' });
    expect(current(world, 'volume', 's1')).toMatchObject({
      current: { value: '47', changeReason: 'misread' },
      differing: [],
    });
  });

  test('makes later changes need a reason, also for the author; values after a reopening do not', async () => {
    const world = await eluted();
    await sign(world, ELUTION, by(ANN, 35));
    const reopen = { assignedSectionId: ELUTION, reason: 'misread' };
    await runRule(world, reopenSection, reopen, by(LEA, 36));
    expect(await record(world, ELUTION, 'volume', 's1', '47', by(ANN, 37))).toMatchObject({
      outcome: 'CONFLICT',
    });
    expect(current(world, 'volume', 's1')).toMatchObject({
      current: { value: '48' },
      differing: [{ value: '47' }],
    });
    const corrected = {
      assignedSectionId: ELUTION,
      fieldId: 'volume',
      sampleId: 's2',
      value: '46',
      inputMethod: 'TYPED' as const,
      changeReason: 'read the wrong line',
    };
    expect(await runRule(world, correctFieldValue, corrected, by(ANN, 38))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(await record(world, ELUTION, 'volume', 's2', '45', by(ANN, 39))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(current(world, 'volume', 's2')).toMatchObject({ current: { value: '45' }, differing: [] });
  });

  test('can be undone by a reopening only while the next section is open, and by permitted roles', async () => {
    const world = await eluted();
    await sign(world, ELUTION, by(ANN, 35));
    const reopen = (part: string, actor: Actor) =>
      runRule(world, reopenSection, { assignedSectionId: part, reason: 'x' }, by(actor, 36));
    await expect(reopen(ELUTION, ANN)).rejects.toThrow('You do not have permission');
    await expect(reopen(LYSIS, LEA)).rejects.toThrow('Reopen Elution first.');
    expect(await reopen(ELUTION, LEA)).toMatchObject({ outcome: 'APPLIED' });
    expect(world.all(signature)).toHaveLength(2);
  });
});

describe('completing a batch', () => {
  test('needs all sections, all outputs and no conflicts', async () => {
    const world = await lysed();
    const complete = () => runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 50));
    await expect(complete()).rejects.toThrow('All sections must be completed.');
    const row = section(world, ELUTION);
    if (row) world.putRow(assignedSection, { ...row, completionEventId: 'event-x' });
    await expect(complete()).rejects.toThrow('2 samples have no extracted concentration.');
  });

  test('depletes an emptied tube, and its child waits for the next stage', async () => {
    const world = await eluted({ sample: { remainingVolume: '200' } });
    await sign(world, ELUTION, by(ANN, 35));
    const done = await runRule(
      world,
      completeBatch,
      { batchId: 'batch-1', childSuffixLetter: 'K' },
      by(ANN, 36),
    );
    expect(done.outcome).toBe('APPLIED');
    expect(world.all(sample).find((one) => one.id === 's1')).toMatchObject({
      status: 'DEPLETED',
      remainingVolume: '0',
    });
    expect(
      world
        .all(sample)
        .filter((one) => one.sampleKind === 'EXTRACT')
        .map((one) => one.barcode),
    ).toEqual(['W26325-0001-K1', 'W26325-0002-K1']);
  });

  test('draws the measured input from the tube, not the volume of the method', async () => {
    const input = buildField({
      id: 'input',
      name: 'input',
      stepId: 'step-elution',
      label: 'Input volume',
      required: false,
      mapsTo: 'INPUT_VOLUME',
    });
    const world = await eluted({ sample: { remainingVolume: '300' }, fields: [input] });
    await record(world, ELUTION, 'input', 's1', '150', by(ANN, 32));
    await sign(world, ELUTION, by(ANN, 35));
    await runRule(world, completeBatch, { batchId: 'batch-1', childSuffixLetter: null }, by(ANN, 36));
    const remainingVolume = (id: string) => world.all(sample).find((one) => one.id === id)?.remainingVolume;
    expect([remainingVolume('s1'), remainingVolume('s2')]).toEqual(['150', '100']);
  });
});
