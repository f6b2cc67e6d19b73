import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { acceptControlFailure } from '#db/batches/failures/accept-control-failure.ts';
import { placeControl } from '#db/batches/layout/place-control.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  current,
  ELUTION,
  LYSIS,
  lysed,
  record,
  section,
  sign,
  startedWorld,
  worldWithBuffer,
} from '#db/factories/benches/section-operations.ts';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildBarcode } from '#db/factories/build-samples.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { assignSection } from '#db/protocols/sections/assign-section.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { fieldValue } from './field-value.ts';
import { recordFieldValues } from './record-field-value.ts';

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

  test('a section that another person begins than planned reports the takeover', async () => {
    const world = await startedWorld();
    const plan = { assignedSectionId: LYSIS, userId: 'bob' };
    await runRule(world, assignSection, plan, by(LEA, 1));
    await record(world, LYSIS, 'temperature', null, '56', by(ANN, 5));
    const started = world.all(event).find((one) => one.type === 'SECTION_STARTED' && one.targetId === LYSIS);
    expect(started?.data).toMatchObject({ by: 'Ann', takenOverFrom: 'Bob' });
  });

  test('a later section is locked for the person who works on the earlier one', async () => {
    const world = await startedWorld();
    const onDevice = by(ANN, 1, { replica: 'device' });
    await expect(record(world, ELUTION, 'concentration', 's1', '20', onDevice)).rejects.toThrow(
      'Complete Lysis first.',
    );
  });

  test('a DNA barcode that is recorded for a well is copied to its tube or control', async () => {
    const dna = buildField({
      id: 'dna',
      name: 'dna',
      label: 'DNA barcode',
      stepId: 'step-elution',
      type: 'BARCODE',
      barcodeType: 'DNA_BARCODE',
      min: null,
      max: null,
      decimals: null,
    });
    const world = buildBatchWorld({ samples: 1, fields: [dna] });
    const batchId = 'batch-1';
    await runRule(world, placeSample, { batchId, sampleId: 's1', plateLocation: 'A1' }, by(ANN));
    const control = { controlId: 'c1', controlType: 'NEGATIVE_CONTROL' as const, plateLocation: 'B1' };
    await runRule(world, placeControl, { batchId, ...control }, by(ANN));
    await record(world, LYSIS, 'temperature', null, '56', by(ANN, 5));
    await sign(world, LYSIS);
    await record(world, ELUTION, 'dna', 's1', 'NB01', by(ANN, 31));
    await record(world, ELUTION, 'dna', 'c1', 'NB02', by(ANN, 31));
    expect(world.all(sample).find((one) => one.id === 's1')?.dnaBarcode).toBe('NB01');
    expect(world.all(batchControl)[0]?.dnaBarcode).toBe('NB02');
  });

  test('a flow cell is scanned by its item label, other products are refused, and few pores give a warranty warning', async () => {
    const own = { stepId: 'step-lysis', scope: 'PER_BATCH' as const, min: null, max: null, decimals: null };
    const cell = { ...own, type: 'BARCODE' as const, barcodeType: 'FLOW_CELL' as const };
    const fields = [
      buildField({ id: 'cell', name: 'cell', label: 'Flow cell', ...cell }),
      buildField({ id: 'pores', name: 'pores', label: 'Pores', ...own, qcMin: '5000' }),
    ];
    const world = await startedWorld({ fields });
    const stock = [
      ['FLO-A', 'item-cell', 'FLO-PRO114M'],
      ['LYS-A', 'item-buffer', '19075'],
    ] as const;
    for (const [value, targetId, catalogNumber] of stock) {
      world.putRow(inventoryType, buildInventoryType({ id: `type-${targetId}`, catalogNumber }));
      world.putRow(
        inventoryItem,
        buildInventoryItem({ id: targetId, inventoryTypeId: `type-${targetId}`, barcode: value }),
      );
      world.putRow(
        barcode,
        buildBarcode({ id: `label-${targetId}`, value, type: 'INVENTORY_ITEM', targetId }),
      );
    }
    await expect(record(world, LYSIS, 'cell', null, 'LYS-A', by(ANN, 1))).rejects.toThrow(
      'Expected a Flow cell barcode.',
    );
    expect(await record(world, LYSIS, 'cell', null, 'FLO-A', by(ANN, 2))).toMatchObject({
      outcome: 'APPLIED',
    });
    expect(await record(world, LYSIS, 'pores', null, '4000', by(ANN, 3))).toMatchObject({
      message: 'Pores is below 5000. 4000 pores: a PromethION flow cell is under warranty below 5000.',
    });
  });

  test('many values are accepted all or none', async () => {
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

  test('a value outside the quality range is stored and proposes a failure; for a control it is a failure', async () => {
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
    const world = await worldWithBuffer(
      { quantityPerSample: '2.5', quantityPerBatch: '10' },
      { remaining: '500' },
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
