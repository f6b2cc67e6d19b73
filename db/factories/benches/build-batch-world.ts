import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import {
  buildField,
  buildProcedure,
  buildProtocol,
  buildSection,
  buildStep,
} from '#db/factories/build-protocols.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildAssignedSection } from '#db/factories/build-section-work.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { type Field, field } from '#db/protocols/field.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { type Section, section, step } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { barcode } from '#db/samples/barcode.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';

/** The people of the batch tests. */
export const ANN: Actor = buildActor({ userId: 'ann', userCompanyId: 'm-ann', name: 'Ann' });
export const BOB: Actor = buildActor({ userId: 'bob', userCompanyId: 'm-bob', name: 'Bob' });
export const LEA: Actor = buildActor({
  userId: 'lea',
  userCompanyId: 'm-lea',
  name: 'Lea',
  role: 'LAB_MANAGER',
});

/**
 * Build an extraction with two sections: `lysis` (a temperature for the batch) and `elution` (concentration
 * and volume for each sample, and their product). Samples s1 … sn wait in the queue; batch-1 is empty.
 */
export function buildBatchWorld(
  options: {
    samples?: number;
    procedure?: Partial<Procedure>;
    elution?: Partial<Section>;
    fields?: Field[];
    sample?: Partial<Sample>;
  } = {},
): MemoryWorld {
  const world = new MemoryWorld();
  for (const one of [ANN, BOB, LEA]) {
    world.putRow(
      person,
      buildPerson({ id: one.userCompanyId, userId: one.userId, name: one.name, role: one.role }),
    );
  }
  world.putRow(protocol, buildProtocol({ id: 'protocol-1' }));
  world.putRow(
    order,
    buildOrder({ id: 'order-1', status: 'RECEIVED', receivedAt: '2026-11-20T08:00:00.000Z' }),
  );
  putMethod(world, options.procedure ?? {}, options.elution ?? {}, options.fields ?? []);
  for (const id of ['batch-1', 'batch-2']) {
    world.putRow(batch, buildBatch({ id, julianId: id === 'batch-1' ? 'W26325-E01' : 'W26325-E02' }));
    for (const part of ['lysis', 'elution']) {
      world.putRow(
        assignedSection,
        buildAssignedSection({ id: `${id}-${part}`, batchId: id, sectionId: part }),
      );
    }
  }
  for (let n = 1; n <= (options.samples ?? 3); n += 1) putSample(world, n, options.sample ?? {});
  return world;
}

function putMethod(
  world: MemoryWorld,
  method: Partial<Procedure>,
  elution: Partial<Section>,
  fields: Field[],
): void {
  const procedureId = 'procedure-extraction';
  world.putRow(procedure, buildProcedure({ id: procedureId, ...method }));
  world.putRow(
    procedure,
    buildProcedure({
      id: 'procedure-library',
      code: 'SOP-LIB-01',
      name: 'Ligation',
      batchType: 'LIBRARY_PREPARATION',
    }),
  );
  world.putRow(section, buildSection({ id: 'lysis', name: 'Lysis', order: 1 }));
  world.putRow(section, buildSection({ id: 'elution', name: 'Elution', order: 2, ...elution }));
  world.putRow(step, buildStep({ id: 'step-lysis', sectionId: 'lysis' }));
  world.putRow(step, buildStep({ id: 'step-elution', sectionId: 'elution' }));
  const own = (id: string, overrides: Partial<Field>) =>
    buildField({ id, name: id, stepId: 'step-elution', ...overrides });
  const terms = { terms: [{ field: 'concentration' }, { field: 'volume' }] };
  const all = [
    own('temperature', {
      stepId: 'step-lysis',
      label: 'Temperature',
      scope: 'PER_BATCH',
      min: '10',
      max: '90',
    }),
    own('concentration', {
      label: 'Concentration',
      mapsTo: 'EXTRACTED_CONCENTRATION',
      qcMin: '5',
      qcMax: '1000',
    }),
    own('volume', { label: 'Volume', mapsTo: 'EXTRACTED_VOLUME' }),
    own('mass', {
      label: 'Mass',
      type: 'CALCULATION',
      min: null,
      max: null,
      calculationType: 'MULTIPLICATION',
      operands: terms,
    }),
    ...fields,
  ];
  for (const [index, one] of all.entries()) world.putRow(field, { ...one, order: index + 1 });
}

function putSample(world: MemoryWorld, n: number, overrides: Partial<Sample>): void {
  const julianId = `W26325-${String(n).padStart(4, '0')}`;
  const received = { status: 'RECEIVED', receivedAt: '2026-11-20T08:00:00.000Z' } as const;
  world.putRow(specimen, buildSpecimen({ id: `specimen-${n}`, julianId, orderId: 'order-1', ...received }));
  world.putRow(
    barcode,
    buildBarcode({ id: `label-${n}`, value: `${julianId}-01`, type: 'SAMPLE', targetId: `s${n}` }),
  );
  const own = {
    id: `s${n}`,
    specimenId: `specimen-${n}`,
    barcodeId: `label-${n}`,
    barcode: `${julianId}-01`,
  };
  world.putRow(
    sample,
    buildSample({ ...own, libraryPreparationProcedureId: 'procedure-library', ...overrides }),
  );
}

/** Return the hash that a person would sign on an assigned section now. */
export function hashOf(world: MemoryWorld, assignedSectionId: string): Promise<string> {
  const row = world.all(assignedSection).find((one) => one.id === assignedSectionId);
  const of = world.all(section).find((one) => one.id === row?.sectionId) ?? buildSection();
  const values = world.all(fieldValue).filter((one) => one.assignedSectionId === assignedSectionId);
  return sectionContentHash(assignedSectionId, of, values, world.all(field));
}
