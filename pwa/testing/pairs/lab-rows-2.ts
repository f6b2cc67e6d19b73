import { batch } from '#db/batches/batch.ts';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import {
  buildEquipment,
  buildInventoryItem,
  buildInventoryType,
  buildMeasurementUnit,
} from '#db/factories/build-inventory.ts';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import {
  buildField,
  buildFlow,
  buildProtocol,
  buildProtocolFlow,
  buildSection,
  buildStep,
} from '#db/factories/build-protocols.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildAssignedSection } from '#db/factories/build-section-work.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { person } from '#db/identity/person.ts';
import { equipment } from '#db/inventory/equipment.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { section, step } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { barcode } from '#db/samples/barcode.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import { EVERYBODY } from './lab-rows.ts';

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
  quantityPerBatch: '100',
});

/**
 * The batches of the lab, each in a different state when the users go offline; lab-states.ts brings them
 * there.
 */
const BATCHES = [
  'plan',
  'other',
  'run',
  'sign',
  'review',
  'finish',
  'ready',
  'done',
  'plate',
  'failed',
  'dispute',
  'returned',
  'approved',
] as const;
export type BatchName = (typeof BATCHES)[number];

/** The rows of the lab before any work: the method, the places, the stock, the users, empty batches. */
export function putLabRows(): MemoryWorld {
  const world = buildBatchWorld({
    samples: 0,
    fields: [BUFFER],
    elution: { requiresReview: true },
    procedure: { requiresDirectorApproval: true },
  });
  for (const one of EVERYBODY)
    world.putRow(
      person,
      buildPerson({ id: one.userCompanyId, userId: one.userId, name: one.name, role: one.role }),
    );
  world.putRow(section, buildSection({ id: 'finish', name: 'Clean up', order: 3, requiresSignature: false }));
  world.putRow(step, buildStep({ id: 'step-finish', sectionId: 'finish' }));
  for (const [index, name] of BATCHES.entries()) putBatch(world, name, index + 3);
  for (const id of ['batch-1', 'batch-2'])
    world.putRow(batch, { ...buildBatch({ id, julianId: `W26325-E0${id.slice(-1)}`, deleted: true }) });
  putCustomers(world);
  putPlaces(world);
  putStock(world);
  return world;
}

function putBatch(world: MemoryWorld, id: string, number: number): void {
  const julianId = `W26325-E${String(number).padStart(2, '0')}`;
  world.putRow(batch, buildBatch({ id, julianId, name: id, createdById: 'eli' }));
  for (const part of ['lysis', 'elution', 'finish'])
    world.putRow(
      assignedSection,
      buildAssignedSection({ id: `${id}-${part}`, batchId: id, sectionId: part }),
    );
}

function putCustomers(world: MemoryWorld): void {
  world.putRow(company, buildCompany({ id: 'company-1' }));
  world.putRow(protocol, buildProtocol({ id: 'protocol-clinical', code: 'CLIN-1', clinical: true }));
  world.putRow(flow, buildFlow({ id: 'flow-1', samplePreparationProcedureId: null }));
  const any = { specimenTypes: [], extractedNucleicAcids: null, flowId: 'flow-1', isDefault: true };
  world.putRow(protocolFlow, buildProtocolFlow({ protocolId: 'protocol-1', ...any }));
  world.putRow(protocolFlow, buildProtocolFlow({ protocolId: 'protocol-clinical', ...any }));
  const completedFields = { status: 'COMPLETED', receivedAt: '2026-11-02T08:00:00.000Z' } as const;
  world.putRow(
    order,
    buildOrder({ id: 'order-done', ...completedFields, completedAt: '2026-11-12T08:00:00.000Z' }),
  );
  world.putRow(order, buildOrder({ id: 'order-back', ...completedFields, postSequenceOption: 'SHIP' }));
  world.putRow(shipment, buildShipment({ id: 'return-1', orderId: 'order-back', direction: 'RETURN' }));
  world.putRow(order, buildOrder({ id: 'order-r', trackingNumber: '1ZPAIRS', packageCount: 2 }));
  world.putRow(shipment, buildShipment({ id: 'shipment-r', orderId: 'order-r', trackingNumber: '1ZPAIRS' }));
  for (const n of [1, 2, 3, 4, 5])
    world.putRow(
      specimen,
      buildSpecimen({
        id: `expected-${n}`,
        orderId: 'order-r',
        orderRow: n,
        requisitionNumber: `W-R-00${n}`,
        tubeBarcode: `TUBE-R-${n}`,
      }),
    );
}

function putPlaces(world: MemoryWorld): void {
  const place = (id: string, parentId: string | null, more: Partial<StorageManagement>) =>
    world.putRow(storageManagement, buildStorageManagement({ id, name: id, parentId, ...more }));
  place('site', null, { type: 'SITE' });
  place('room', 'site', { type: 'ROOM' });
  place('freezer', 'room', { type: 'FREEZER' });
  place('fridge', 'room', { type: 'REFRIGERATOR' });
  place('rack', 'freezer', { type: 'RACK', rows: 1, columns: 6 });
  place('rack-2', 'freezer', { type: 'RACK', rows: 1, columns: 6 });
  place('box-1', 'rack', { positionInParent: 'A1' });
  place('box-2', 'rack', { positionInParent: 'A2' });
  place('box-empty', 'rack', { positionInParent: 'A3' });
  place('box-quarantine', 'rack-2', { quarantine: true });
  place('disposed', null, { type: 'DISPOSED' });
  place('sent', null, { type: 'SENT_TO_CLIENT' });
}

function putStock(world: MemoryWorld): void {
  world.putRow(measurementUnit, buildMeasurementUnit({ id: 'unit-microlitre' }));
  const unlimited = { shelfLifeAfterOpening: null, shelfLifeInterval: null };
  world.putRow(inventoryType, buildInventoryType({ id: 'type-buffer', ...unlimited }));
  const lot = (id: string, more: Partial<InventoryItem>) =>
    world.putRow(
      inventoryItem,
      buildInventoryItem({
        id,
        lotNumber: id.toUpperCase(),
        inventoryTypeId: 'type-buffer',
        expirationDate: '2099-11-30',
        ...more,
      }),
    );
  lot('lot-1', {});
  lot('lot-2', { remaining: '120' });
  lot('lot-used', {});
  lot('lot-doubted', {});
  const ordered = {
    lotNumber: null,
    expirationDate: null,
    quantity: null,
    remaining: null,
    receivedAt: null,
  };
  lot('lot-ordered', { status: 'ORDERED', ...ordered });
  world.putRow(equipment, buildEquipment({ id: 'tool-1', installedOn: '2026-06-01' }));
  world.putRow(equipment, buildEquipment({ id: 'tool-2', name: 'Centrifuge 2', installedOn: '2026-06-01' }));
}

let tubes = 0;

/** Build a primary tube of a received specimen that waits for its extraction, in box-1 by default. */
export function putTube(
  world: MemoryWorld,
  id: string,
  own: Partial<Sample> = {},
  owner: Partial<Specimen> = {},
): void {
  tubes += 1;
  const julianId = `W26324-${String(tubes).padStart(4, '0')}`;
  const received = { status: 'RECEIVED', receivedAt: '2026-11-20T08:00:00.000Z', flowId: 'flow-1' } as const;
  world.putRow(
    specimen,
    buildSpecimen({
      id: `of-${id}`,
      julianId,
      orderId: 'order-1',
      requisitionNumber: `W-P-${id.toUpperCase()}`,
      tubeBarcode: `TUBE-${id.toUpperCase()}`,
      ...received,
      ...owner,
    }),
  );
  const label = { id: `label-${id}`, value: `${julianId}-01`, type: 'SAMPLE' as const, targetId: id };
  world.putRow(barcode, buildBarcode(label));
  world.putRow(
    sample,
    buildSample({
      id,
      specimenId: `of-${id}`,
      barcodeId: `label-${id}`,
      barcode: `${julianId}-01`,
      libraryPreparationProcedureId: 'procedure-library',
      ...own,
    }),
  );
}
