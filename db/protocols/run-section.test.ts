import { describe, expect, test } from 'vitest';
import { acceptControlFailure } from '#db/batches/accept-control-failure.ts';
import { batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { placeControl } from '#db/batches/place-control.ts';
import { placeSample } from '#db/batches/place-sample.ts';
import { startBatch } from '#db/batches/start-batch.ts';
import { ANN, BOB, buildBatchWorld, hashOf, LEA } from '#db/factories/build-batch-world.ts';
import { buildEquipment } from '#db/factories/build-equipment.ts';
import { buildField } from '#db/factories/build-field.ts';
import { buildInventoryItem } from '#db/factories/build-inventory-item.ts';
import { buildInventoryType } from '#db/factories/build-inventory-type.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { failSample } from '#db/samples/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { assignedSection } from './assigned-section.ts';
import { correctFieldValue } from './correct-field-value.ts';
import { currentValues, valueKey } from './current-values.ts';
import { field } from './field.ts';
import { fieldValue } from './field-value.ts';
import { recordFieldValue } from './record-field-value.ts';
import { recordFieldValues } from './record-field-values.ts';
import { reopenSection } from './reopen-section.ts';
import { reviewSection } from './review-section.ts';
import { scanEquipment } from './scan-equipment.ts';
import { fieldValueConflict } from './section-conflicts.ts';
import { signSection } from './sign-section.ts';
import { signature } from './signature.ts';

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
const by = (actor: Actor, minute = 0, more: Partial<OperationContext> = {}): Partial<OperationContext> => ({
  actor,
  occurredAt: at(minute),
  ...more,
});
const LYSIS = 'batch-1-lysis';
const ELUTION = 'batch-1-elution';

async function startedWorld(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const) {
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, by(ANN));
  }
  await runRule(world, startBatch, { batchId: 'batch-1' }, by(ANN));
  return world;
}
const record = (
  world: MemoryWorld,
  part: string,
  fieldId: string,
  sampleId: string | null,
  value: string,
  context = by(ANN),
) =>
  runRule(
    world,
    recordFieldValue,
    { assignedSectionId: part, fieldId, sampleId, value, inputMethod: 'TYPED' },
    context,
  );
const args = async (world: MemoryWorld, part: string, contentHash?: string) => ({
  assignedSectionId: part,
  contentHash: contentHash ?? (await hashOf(world, part)),
  proof: 'proof',
  printedName: 'printed',
  meaning: 'Performed by',
});
const sign = async (world: MemoryWorld, part: string, context = by(ANN, 30), contentHash?: string) =>
  runRule(
    world,
    signSection,
    { ...(await args(world, part, contentHash)), printedName: context.actor?.name ?? '' },
    context,
  );
const review = async (
  world: MemoryWorld,
  part: string,
  context: Partial<OperationContext>,
  contentHash?: string,
) => runRule(world, reviewSection, await args(world, part, contentHash), context);
const current = (world: MemoryWorld, fieldId: string, sampleId: string | null) =>
  currentValues(world.all(fieldValue), world.all(field)).get(valueKey(fieldId, sampleId));
const section = (world: MemoryWorld, id: string) => world.all(assignedSection).find((one) => one.id === id);
async function lysed(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = await startedWorld(options);
  await record(world, LYSIS, 'temperature', null, '56');
  await sign(world, LYSIS);
  return world;
}
async function eluted(options: Parameters<typeof buildBatchWorld>[0] = {}): Promise<MemoryWorld> {
  const world = await lysed(options);
  for (const sampleId of ['s1', 's2']) {
    await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await record(world, ELUTION, 'volume', sampleId, '48', by(ANN, 31));
  }
  return world;
}

describe('recording values', () => {
  test('the first value starts the batch and the section, and calculations follow their operands', async () => {
    const world = buildBatchWorld({ samples: 1 });
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' }, by(ANN));
    await record(world, LYSIS, 'temperature', null, '56.0', by(ANN, 5));
    expect(world.all(batch)[0]).toMatchObject({ status: 'IN_PROGRESS', startedAt: at(5) });
    expect(section(world, LYSIS)).toMatchObject({ startedAt: at(5), startedById: 'ann' });
    await sign(world, LYSIS);
    await record(world, ELUTION, 'concentration', 's1', '20.5', by(ANN, 31));
    expect(current(world, 'mass', 's1')).toBeUndefined();
    await record(world, ELUTION, 'volume', 's1', '10', by(ANN, 32));
    expect(current(world, 'mass', 's1')?.current).toMatchObject({ value: '205', inputMethod: 'CALCULATED' });
    await record(world, ELUTION, 'volume', 's1', '20', by(ANN, 33));
    expect(current(world, 'mass', 's1')?.current.value).toBe('410');
    expect(world.all(fieldValue).filter((one) => one.fieldId === 'volume')).toHaveLength(2);
  });

  test('a later section is locked for the person who works on the earlier one', async () => {
    const world = await startedWorld();
    const there = by(ANN, 1, { replica: 'device' });
    await expect(record(world, ELUTION, 'concentration', 's1', '20', there)).rejects.toThrow(
      'Complete Lysis first.',
    );
  });

  test('many values are taken all or none', async () => {
    const world = await lysed();
    const values = ['s1', 's2'].map((sampleId, index) => ({
      fieldId: 'concentration',
      sampleId,
      value: ['20', '9999999'][index] ?? '',
      inputMethod: 'IMPORTED' as const,
    }));
    const bulk = runRule(world, recordFieldValues, { assignedSectionId: ELUTION, values }, by(ANN, 31));
    await expect(bulk).rejects.toThrow('Concentration must be between 0 and 5000.');
    expect(current(world, 'concentration', 's1')).toBeUndefined();
  });

  test('a value outside the quality range is kept and proposes a failure; a control there fails', async () => {
    const world = buildBatchWorld({ samples: 1 });
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' }, by(ANN));
    const control = {
      batchId: 'batch-1',
      controlId: 'c1',
      controlType: 'POSITIVE_CONTROL' as const,
      plateLocation: 'H12',
    };
    await runRule(world, placeControl, control, by(ANN));
    await record(world, LYSIS, 'temperature', null, '56');
    await sign(world, LYSIS);
    const amber = await record(world, ELUTION, 'concentration', 's1', '4', by(ANN, 31));
    expect(amber).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Concentration is outside 5 to 1000. Fail sample?',
    });
    await record(world, ELUTION, 'concentration', 'c1', '4', by(ANN, 31));
    expect(world.all(batchControl)[0]?.passed).toBe(false);
    for (const sampleId of ['s1', 'c1']) await record(world, ELUTION, 'volume', sampleId, '50', by(ANN, 31));
    await sign(world, ELUTION, by(ANN, 40));
    const complete = () => runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 41));
    await expect(complete()).rejects.toThrow('Control Positive control 1 failed and has not been accepted.');
    await runRule(
      world,
      acceptControlFailure,
      { batchId: 'batch-1', controlId: 'c1', reason: 'carry-over known' },
      by(LEA, 42),
    );
    expect(await complete()).toMatchObject({ outcome: 'APPLIED' });
  });

  test('a lot opens at its first use and is drawn when the section completes', async () => {
    const lot = buildField({
      id: 'buffer',
      name: 'buffer',
      stepId: 'step-lysis',
      label: 'Buffer',
      type: 'LOT_NUMBER',
      scope: 'PER_BATCH',
      min: null,
      max: null,
      decimals: null,
      inventoryTypeId: 'type-buffer',
      quantityPerSample: '2.5',
      quantityPerBatch: '10',
    });
    const world = await startedWorld({ fields: [lot] });
    world.put(inventoryType, buildInventoryType({ id: 'type-buffer', name: 'Lysis buffer' }));
    world.put(
      inventoryItem,
      buildInventoryItem({ id: 'lot-1', inventoryTypeId: 'type-buffer', lotNumber: 'L1', remaining: '500' }),
    );
    await record(world, LYSIS, 'temperature', null, '56');
    await expect(sign(world, LYSIS)).rejects.toThrow('Buffer is invalid or missing.');
    await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 1));
    expect(world.all(inventoryItem)[0]).toMatchObject({ status: 'OPENED', remaining: '500' });
    await sign(world, LYSIS);
    expect(world.all(inventoryItem)[0]?.remaining).toBe('485');
    await runRule(world, reopenSection, { assignedSectionId: LYSIS, reason: 'typo' }, by(LEA, 31));
    await sign(world, LYSIS, by(ANN, 32));
    expect(world.all(inventoryItem)[0]?.remaining).toBe('485');
  });
});

describe('when two people run one section', () => {
  test('case 16: different fields and samples are united', async () => {
    const world = await lysed();
    expect(await record(world, ELUTION, 'concentration', 's1', '20', by(ANN, 31))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(await record(world, ELUTION, 'concentration', 's2', '30', by(BOB, 31))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(await record(world, ELUTION, 'volume', 's1', '48', by(BOB, 32))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(world.all(syncConflict)).toHaveLength(0);
  });

  test('case 17: equal numbers are one value with two witnesses', async () => {
    const world = await lysed();
    await record(world, ELUTION, 'concentration', 's1', '10', by(ANN, 31));
    const second = await record(world, ELUTION, 'concentration', 's1', '10.0', by(BOB, 32));
    expect(second).toMatchObject({ outcome: 'MERGED' });
    expect(second.message).toContain('Ann');
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { enteredById: 'ann' },
      witnesses: [{ enteredById: 'bob' }],
      differing: [],
    });
  });

  test('case 18: different values are both kept, block the signature, and a person decides', async () => {
    const world = await eluted();
    const second = await record(world, ELUTION, 'concentration', 's1', '12', by(BOB, 20));
    expect(second.outcome).toBe('CONFLICT');
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { value: '12' },
      differing: [{ value: '20' }],
    });
    expect(world.all(fieldValue).find((one) => one.enteredById === 'bob')?.conflict).toBe(true);
    await expect(sign(world, ELUTION, by(ANN, 40))).rejects.toThrow('Resolve 1 sync conflicts first.');
    const [conflict] = world.all(syncConflict);
    expect(conflict).toMatchObject({
      kind: 'FIELD_VALUE',
      assignedSectionId: ELUTION,
      mine: { name: 'Bob' },
      theirs: { name: 'Ann' },
    });
    const version = (of: typeof conflict, side: 'mine' | 'theirs') => JSON.parse(JSON.stringify(of?.[side]));
    const open = {
      id: conflict?.id ?? '',
      targetId: ELUTION,
      mine: version(conflict, 'mine'),
      theirs: version(conflict, 'theirs'),
    };
    const stamp = { at: at(45), userId: 'lea', entity: 'WBL' };
    await world.transaction(stamp, (tx) =>
      fieldValueConflict.resolve(tx, buildContext(by(LEA, 45)), open, 'ENTER_VALUE', '15.50'),
    );
    expect(current(world, 'concentration', 's1')).toMatchObject({
      current: { value: '15.5' },
      differing: [],
    });
    expect(current(world, 'mass', 's1')?.current.value).toBe('744');
    expect(
      world.all(fieldValue).filter((one) => one.fieldId === 'concentration' && one.sampleId === 's1'),
    ).toHaveLength(4);
  });

  test('case 19: values that come after the signature are refused, and kept beside the record', async () => {
    const world = await lysed();
    const late = await record(world, LYSIS, 'temperature', null, '60', by(BOB, 10));
    expect(late).toMatchObject({ outcome: 'REJECTED', message: `Section was signed by Ann at ${at(30)}.` });
    expect(world.all(fieldValue).find((one) => one.late)).toMatchObject({ value: '60', enteredById: 'bob' });
    expect(current(world, 'temperature', null)?.current.value).toBe('56');
  });

  test('case 20: two signatures on one record are one completion; on different records a conflict suspends it', async () => {
    const world = await lysed();
    const hash = world.all(signature)[0]?.contentHash;
    expect(await sign(world, LYSIS, by(BOB, 25), hash)).toMatchObject({ outcome: 'MERGED' });
    expect(world.all(signature)).toHaveLength(2);
    expect(section(world, LYSIS)?.completionEventId).not.toBeNull();
    const carl = { ...BOB, userId: 'carl', name: 'Carl' };
    expect(await sign(world, LYSIS, by(carl, 26), 'f'.repeat(64))).toMatchObject({ outcome: 'CONFLICT' });
    expect(section(world, LYSIS)?.completionEventId).toBeNull();
    expect(world.all(syncConflict)[0]).toMatchObject({
      kind: 'SECTION_SIGNED_TWICE',
      assignedSectionId: LYSIS,
    });
  });

  test("case 21: work on the next section is kept while the earlier one's completion is under way", async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const early = await record(world, ELUTION, 'concentration', 's1', '20', by(BOB, 31));
    expect(early).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'WAITING_FOR_SECTION',
      message: 'Complete Lysis first.',
    });
    await expect(sign(world, ELUTION, by(BOB, 33))).rejects.toMatchObject({ code: 'WAITING_FOR_SECTION' });
    await sign(world, LYSIS);
    expect(current(world, 'concentration', 's1')?.current.value).toBe('20');
  });

  test('case 22: a review of an older version is refused', async () => {
    const world = await eluted({ elution: { requiresReview: true } });
    await sign(world, ELUTION, by(ANN, 35));
    expect(section(world, ELUTION)?.completionEventId).toBeNull();
    const seen = await hashOf(world, ELUTION);
    await runRule(
      world,
      reopenSection,
      { assignedSectionId: ELUTION, reason: 'wrong dilution' },
      by(LEA, 36),
    );
    await record(world, ELUTION, 'volume', 's1', '50', by(ANN, 37));
    await expect(review(world, ELUTION, by(BOB, 38), seen)).rejects.toThrow(
      'The record changed after you reviewed it.',
    );
    await sign(world, ELUTION, by(ANN, 39));
    await expect(review(world, ELUTION, by(BOB, 40), seen)).rejects.toThrow(
      'The record changed after you reviewed it.',
    );
    await expect(review(world, ELUTION, by(ANN, 41))).rejects.toThrow(
      'The reviewer must be a different person.',
    );
    expect(await review(world, ELUTION, by(BOB, 42))).toMatchObject({ outcome: 'APPLIED' });
    expect(section(world, ELUTION)?.completionEventId).not.toBeNull();
  });

  test('case 23: a failed sample stays failed; values for it are kept with a warning', async () => {
    const world = await lysed();
    await runRule(
      world,
      failSample,
      { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
      by(ANN, 31),
    );
    const value = await record(world, ELUTION, 'concentration', 's1', '20', by(BOB, 30));
    expect(value).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', code: 'SAMPLE_FAILED' });
    expect(current(world, 'concentration', 's1')?.current.value).toBe('20');
    for (const fieldId of ['concentration', 'volume'])
      await record(world, ELUTION, fieldId, 's2', '20', by(BOB, 32));
    await sign(world, ELUTION, by(BOB, 40));
    expect(await runRule(world, completeBatch, { batchId: 'batch-1' }, by(BOB, 41))).toMatchObject({
      code: 'SAMPLES_FAILED',
    });
    expect(world.all(sample).filter((one) => one.parentSampleId !== null)).toHaveLength(1);
    expect(world.all(specimen)[0]).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('case 24: a failure that arrives after completion is applied, and the waiting child is canceled', async () => {
    const world = await eluted();
    await sign(world, ELUTION, by(ANN, 35));
    await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 36));
    const [first, second] = world.all(sample).filter((one) => one.sampleKind === 'EXTRACT');
    expect(first).toMatchObject({
      barcode: 'W26325-0001-02',
      status: 'IN_QUEUE',
      stage: 'LIBRARY_PREPARATION',
      extractedConcentration: '20',
      remainingVolume: '48',
    });
    if (second) world.put(sample, { ...second, status: 'IN_PROGRESS' });
    const fail = (sampleId: string) =>
      runRule(
        world,
        failSample,
        { sampleId, failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
        by(BOB, 20),
      );
    expect(await fail('s1')).toMatchObject({ outcome: 'CONFLICT' });
    expect(await fail('s2')).toMatchObject({ outcome: 'CONFLICT' });
    const children = world.all(sample).filter((one) => one.sampleKind === 'EXTRACT');
    expect(children.map((one) => [one.status, one.flaggedForReview])).toEqual([
      ['CANCELED', false],
      ['IN_PROGRESS', true],
    ]);
    expect(world.all(syncConflict).map((one) => one.kind)).toEqual(['LATE_FAILURE', 'LATE_FAILURE']);
  });
});

describe('a lot that went bad meanwhile (case 26)', () => {
  const lot = buildField({
    id: 'buffer',
    name: 'buffer',
    stepId: 'step-lysis',
    label: 'Buffer',
    type: 'LOT_NUMBER',
    scope: 'PER_BATCH',
    min: null,
    max: null,
    decimals: null,
    inventoryTypeId: 'type-buffer',
  });
  const withLot = async (quarantinedAt: string) => {
    const world = await startedWorld({ fields: [lot] });
    world.put(inventoryType, buildInventoryType({ id: 'type-buffer', name: 'Lysis buffer' }));
    world.put(
      inventoryItem,
      buildInventoryItem({ id: 'lot-1', inventoryTypeId: 'type-buffer', lotNumber: 'L1', quarantined: true }),
    );
    const quarantine = {
      id: 'event-q',
      type: 'ITEM_ADJUSTED' as const,
      targetType: 'InventoryItem',
      targetId: 'lot-1',
      occurredAt: quarantinedAt,
      data: { quarantined: true },
      customerVisible: false,
    };
    world.put(event, buildRow(event, quarantine, {}));
    return world;
  };

  test('used before its quarantine it is fine', async () => {
    const world = await withLot(at(40));
    expect(await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 20))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(world.all(sample).some((one) => one.flaggedForReview)).toBe(false);
  });

  test('used after it, the value is kept and the samples are flagged', async () => {
    const world = await withLot(at(10));
    const result = await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 20));
    expect(result).toMatchObject({ outcome: 'APPLIED_WITH_WARNING' });
    expect(result.message).toContain('Lot L1 is quarantined.');
    expect(current(world, 'buffer', null)?.current.inventoryItemId).toBe('lot-1');
    expect(world.all(sample).every((one) => one.flaggedForReview)).toBe(true);
  });

  test('at the bench itself it is refused', async () => {
    const world = await withLot(at(10));
    const there = by(ANN, 20, { replica: 'device' });
    await expect(record(world, LYSIS, 'buffer', null, 'L1', there)).rejects.toThrow('Lot L1 is quarantined.');
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
    world.put(
      equipment,
      buildEquipment({ id: 'q1', type: 'QUBIT', status: 'ACTIVE', certificationInterval: null }),
    );
    await runRule(world, scanEquipment, { assignedSectionId: ELUTION, equipmentId: 'q1' }, by(ANN, 32));
    expect(await sign(world, ELUTION)).toMatchObject({ outcome: 'APPLIED' });
  });

  test('a calculation without an operand says which one', async () => {
    const world = await lysed();
    const optional = world.all(field).find((one) => one.id === 'volume');
    if (optional) world.put(field, { ...optional, required: false });
    for (const sampleId of ['s1', 's2'])
      await record(world, ELUTION, 'concentration', sampleId, '20', by(ANN, 31));
    await expect(sign(world, ELUTION)).rejects.toThrow('Mass cannot be calculated: Volume is missing.');
  });

  test('a proof that fails leaves the section open and asks the manager', async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const result = await sign(world, LYSIS, by(ANN, 30, { verifyProof: async () => 'FAILED' }));
    expect(result.outcome).toBe('CONFLICT');
    expect(section(world, LYSIS)?.completionEventId).toBeNull();
    expect(world.all(signature)[0]?.verified).toBe('FAILED');
  });

  test("another's value is corrected with a reason; the old one stays in the history", async () => {
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

  test('a section is reopened only while the next one is open, and by those who decide', async () => {
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
    if (row) world.put(assignedSection, { ...row, completionEventId: 'event-x' });
    await expect(complete()).rejects.toThrow('2 samples have no EXTRACTED_CONCENTRATION.');
  });

  test('an emptied tube is depleted, and its child waits for the next stage', async () => {
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
});
