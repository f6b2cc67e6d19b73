import fc from 'fast-check';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import {
  buildInventoryItem,
  buildInventoryType,
  buildMeasurementUnit,
} from '#db/factories/build-inventory.ts';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildField, buildFlow, buildProcedure, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { FAULTS, type Fault } from './fault-proxy.ts';

/** The actions of a user at a bench; numbers are taken modulo the available choices. */
export type BenchStep =
  | { do: 'move' | 'check in'; tube: number; box: number; slot: number }
  | { do: 'check out' | 'fail'; tube: number }
  | { do: 'move box'; box: number; shelf: number }
  | { do: 'scan box'; box: number; tube: number; slot: number }
  | { do: 'place'; tube: number; batch: number; slot: number }
  | { do: 'start' | 'sign'; batch: number }
  | { do: 'record'; batch: number; tube: number; value: number }
  | { do: 'use lot'; batch: number; lot: number }
  | { do: 'doubt lot'; tube: number; lot: number }
  | { do: 'release lot'; lot: number }
  | { do: 'receive'; expected: number; damaged: boolean }
  | { do: 'decide'; choice: 'KEEP_A' | 'KEEP_B' };

/** An action of the user of one device. */
export type WorkStep = BenchStep & { device: number };

/** One step of a run: a user acts, a device has contact, or a fault occurs. */
export type Step =
  | WorkStep
  | { do: 'sync'; device: number; fault: Fault; page: number }
  | { do: 'sync together'; fault: Fault }
  /** `clockSteps` are minutes. */
  | { do: 'restart'; device: number; clockSteps: number }
  | { do: 'disk'; device: number; failsFrom: number; fails: number }
  | { do: 'evict'; device: number; what: 'one collection' | 'all but the outbox' }
  | { do: 'server'; what: 'restarts' | 'loses the database' | 'is backed up' | 'is restored' }
  | { do: 'role'; to: 'PROJECT_MANAGER' | 'LAB_TECH' }
  | { do: 'revoke' };

export const DEVICES = 3;
/** The device whose user changes the role, and may lose the device. */
export const LAST = DEVICES - 1;
export const TUBES = 4;
export const SLOTS = ['A1', 'A2', 'B1'];

const device = fc.nat(DEVICES - 1);
const fault = fc.constantFrom(...FAULTS);
const tube = fc.nat(TUBES - 1);
const two = fc.nat(1);
const slot = fc.nat(SLOTS.length - 1);
const one = <T extends string>(...values: T[]) => fc.constantFrom(...values);

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const atBench = (weight: number, arbitrary: fc.Arbitrary<WorkStep>) => ({ weight, arbitrary });

const benchSteps = [
  atBench(5, fc.record({ do: one('move', 'check in'), device, tube, box: two, slot })),
  atBench(2, fc.record({ do: one('check out', 'fail'), device, tube })),
  atBench(1, fc.record({ do: one('move box'), device, box: two, shelf: two })),
  atBench(1, fc.record({ do: one('scan box'), device, box: two, tube, slot })),
  atBench(3, fc.record({ do: one('place'), device, tube, batch: two, slot })),
  atBench(2, fc.record({ do: one('start', 'sign'), device, batch: two })),
  atBench(
    3,
    fc.record({ do: one('record'), device, batch: two, tube, value: fc.integer({ min: 20, max: 22 }) }),
  ),
  atBench(2, fc.record({ do: one('use lot'), device, batch: two, lot: two })),
  atBench(1, fc.record({ do: one('doubt lot'), device, tube, lot: two })),
  atBench(1, fc.record({ do: one('release lot'), device: fc.constant(0), lot: two })),
  atBench(2, fc.record({ do: one('receive'), device, expected: two, damaged: fc.boolean() })),
  atBench(1, fc.record({ do: one('decide'), device: fc.constant(0), choice: one('KEEP_A', 'KEEP_B') })),
];

// A battery that was empty sets the clock back by years, a mistyped year sets it forward.
const TEN_YEARS = 5_259_600;
const clockSteps = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(-TEN_YEARS, TEN_YEARS) },
);

const troubles = [
  weighted(7, fc.record({ do: one('sync'), device, fault, page: fc.integer({ min: 1, max: 4 }) })),
  weighted(1, fc.record({ do: one('sync together'), fault })),
  weighted(1, fc.record({ do: one('restart'), device, clockSteps })),
  weighted(
    1,
    fc.record({ do: one('disk'), device, failsFrom: fc.nat(3), fails: fc.integer({ min: 1, max: 3 }) }),
  ),
  weighted(1, fc.record({ do: one('evict'), device, what: one('one collection', 'all but the outbox') })),
  weighted(
    2,
    fc.record({
      do: one('server'),
      what: one('restarts', 'loses the database', 'is backed up', 'is restored'),
    }),
  ),
  weighted(1, fc.record({ do: one('role'), to: one('PROJECT_MANAGER', 'LAB_TECH') })),
];

/** Runs that fast-check generates and shrinks; a few end with the revocation of the last device. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(fc.oneof(...benchSteps, ...troubles), { minLength: 4, maxLength: 26 }), fc.nat(5))
  .map(([run, end]): Step[] => (end === 0 ? [...run, { do: 'revoke' }] : run));

/** Work of users without receipts, whose numbers a test must lease. */
export const workSteps: fc.Arbitrary<WorkStep> = fc
  .oneof(...benchSteps)
  .filter((step) => step.do !== 'receive');

/** The user of a device; the first one is the manager who decides. */
export const personAt = (index: number): Actor =>
  buildActor({
    userId: `user-${index}`,
    userCompanyId: `membership-${index}`,
    companyId: `company-of-${index}`,
    name: `Person ${index}`,
    role: index === 0 ? 'LAB_MANAGER' : 'LAB_TECH',
  });

/** The start of every run: two boxes, two batches with queued tubes, two lots, and an expected shipment. */
export function startingWorld(): MemoryWorld {
  const world = buildBatchWorld({ samples: TUBES, fields: [BUFFER] });
  for (const index of [0, 1]) {
    const shelf = { id: `shelf-${index}`, name: `Shelf ${index}`, type: 'SHELF' as const, parentId: null };
    const box = { id: `box-${index}`, name: `Box ${index}`, type: 'BOX' as const, parentId: 'shelf-0' };
    world.putRow(storageManagement, buildStorageManagement(shelf));
    world.putRow(storageManagement, buildStorageManagement({ ...box, rows: 8, columns: 12 }));
  }
  putLots(world);
  putExpected(world);
  return world;
}

const BUFFER = buildField({
  id: 'buffer',
  name: 'buffer',
  stepId: 'step-lysis',
  label: 'Buffer',
  type: 'LOT_NUMBER',
  scope: 'PER_BATCH',
  required: false,
  min: null,
  max: null,
  decimals: null,
  inventoryTypeId: 'type-buffer',
  quantityPerBatch: '1',
});

function putLots(world: MemoryWorld): void {
  world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-microlitre' }));
  const unlimited = { shelfLifeAfterOpening: null, shelfLifeInterval: null };
  world.putRow(inventoryType, buildInventoryType({ id: 'type-buffer', ...unlimited }));
  for (const index of [0, 1]) {
    const lot = { id: `lot-${index}`, lotNumber: `L${index}`, inventoryTypeId: 'type-buffer' };
    world.putRow(inventoryItem, buildInventoryItem({ ...lot, remaining: '2', expirationDate: '2099-11-30' }));
  }
}

function putExpected(world: MemoryWorld): void {
  world.putRow(company, buildCompany({ id: 'company-1' }));
  world.putRow(
    procedure,
    buildProcedure({ id: 'procedure-sequencing', code: 'SOP-SEQ-01', batchType: 'SEQUENCING' }),
  );
  world.putRow(flow, buildFlow({ id: 'flow-1', samplePreparationProcedureId: null }));
  const any = { specimenTypes: [], extractedNucleicAcids: null };
  world.putRow(
    protocolFlow,
    buildProtocolFlow({ protocolId: 'protocol-1', flowId: 'flow-1', isDefault: true, ...any }),
  );
  world.putRow(order, buildOrder({ id: 'order-r', trackingNumber: '1ZRUN' }));
  world.putRow(shipment, buildShipment({ id: 'shipment-r', orderId: 'order-r', trackingNumber: '1ZRUN' }));
  for (const index of [0, 1])
    world.putRow(
      specimen,
      buildSpecimen({ id: `expected-${index}`, orderId: 'order-r', requisitionNumber: `W-R-${index}` }),
    );
}
