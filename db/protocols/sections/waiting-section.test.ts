import { describe, expect, test } from 'vitest';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  at,
  by,
  ELUTION,
  LYSIS,
  record,
  section,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { buildEquipment } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildContext, runRule } from '#db/factories/run-rule.ts';
import { equipment } from '#db/inventory/equipment.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { noteDeviation } from '#db/protocols/signing/note-deviation.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { scanEquipment, tickStep } from './section-marks.ts';
import { sectionWaitingConflict } from './set-section-aside.ts';

/** A manager sets aside work that was done before its turn. */
const setAside = (world: MemoryWorld): Promise<void> =>
  world.transaction({ at: at(28), userId: 'lea', entity: 'WBL' }, (tx) => {
    const mine = { userId: 'bob', name: 'Bob', occurredAt: at(31), label: 'Began early', value: {} };
    const conflict = { id: 'waited', targetId: ELUTION, mine, theirs: null };
    return sectionWaitingConflict.resolve(tx, buildContext(by(LEA, 28)), conflict, 'KEEP_A', null);
  });

describe('when a section is begun before its turn', () => {
  test('case 21: ticks, instruments and notes of a section before its turn are held with its values', async () => {
    const world = await startedWorld();
    world.putRow(
      equipment,
      buildEquipment({ id: 'cycler', certificationInterval: null, certificationIntervalUnit: null }),
    );
    await record(world, LYSIS, 'temperature', null, '56');
    const tick = { assignedSectionId: ELUTION, stepId: 'step-elution', done: true };
    const own = runRule(world, tickStep, tick, by(ANN, 31, { replica: 'device' }));
    await expect(own).rejects.toThrow('Complete Lysis first.');
    const waitingResult = { outcome: 'APPLIED_WITH_WARNING', code: 'WAITING_FOR_SECTION' };
    expect(await runRule(world, tickStep, tick, by(BOB, 31))).toMatchObject(waitingResult);
    const scan = { assignedSectionId: ELUTION, equipmentId: 'cycler' };
    expect(await runRule(world, scanEquipment, scan, by(BOB, 32))).toMatchObject(waitingResult);
    const note = { assignedSectionId: ELUTION, note: 'Thawed twice' };
    expect(await runRule(world, noteDeviation, note, by(BOB, 33))).toMatchObject(waitingResult);
    expect(section(world, ELUTION)).toMatchObject({
      waitsForId: LYSIS,
      waitingSince: at(31),
      startedAt: null,
    });
    await sign(world, LYSIS);
    expect(section(world, ELUTION)).toMatchObject({
      waitsForId: null,
      startedById: 'bob',
      stepTicks: { 'step-elution': { userId: 'bob' } },
      equipmentScans: { cycler: { userId: 'bob' } },
      deviationNote: 'Thawed twice',
    });
  });

  test('case 21: setting it aside removes its ticks and instruments, and the history keeps them', async () => {
    const world = await startedWorld();
    await record(world, LYSIS, 'temperature', null, '56');
    const tick = { assignedSectionId: ELUTION, stepId: 'step-elution', done: true };
    await runRule(world, tickStep, tick, by(BOB, 31));
    await setAside(world);
    expect(section(world, ELUTION)).toMatchObject({ waitsForId: null, startedAt: null, stepTicks: {} });
    const loggedEvent = world.all(event).find((one) => one.type === 'SECTION_REOPENED');
    expect(loggedEvent?.data['stepTicks']).toMatchObject({ 'step-elution': { userId: 'bob' } });
  });

  test('case 21: a DNA barcode of a section before its turn reaches the sample only when it counts', async () => {
    const fields = [
      buildField({
        id: 'dna',
        name: 'dna',
        label: 'DNA barcode',
        stepId: 'step-elution',
        type: 'TEXT',
        min: null,
        max: null,
        mapsTo: 'DNA_BARCODE',
      }),
    ];
    const barcodeOf = (world: MemoryWorld) => world.all(sample).find(({ id }) => id === 's1')?.dnaBarcode;
    const storedWorld = await startedWorld({ fields });
    await record(storedWorld, LYSIS, 'temperature', null, '56');
    await record(storedWorld, ELUTION, 'dna', 's1', 'NB01', by(BOB, 31));
    expect(barcodeOf(storedWorld)).toBeNull();
    await sign(storedWorld, LYSIS);
    expect(barcodeOf(storedWorld)).toBe('NB01');
    const withdrawnWorld = await startedWorld({ fields });
    await record(withdrawnWorld, LYSIS, 'temperature', null, '56');
    await record(withdrawnWorld, ELUTION, 'dna', 's1', 'NB01', by(BOB, 31));
    await setAside(withdrawnWorld);
    await sign(withdrawnWorld, LYSIS);
    expect(barcodeOf(withdrawnWorld)).toBeNull();
  });
});
