import { buildBatchWorld } from '#db/factories/build-batch-world.ts';
import { buildCompany } from '#db/factories/build-company.ts';
import { buildField } from '#db/factories/build-field.ts';
import { buildFlow } from '#db/factories/build-flow.ts';
import { buildInventoryItem } from '#db/factories/build-inventory-item.ts';
import { buildInventoryType } from '#db/factories/build-inventory-type.ts';
import { buildMeasurementUnit } from '#db/factories/build-measurement-unit.ts';
import { buildOrder } from '#db/factories/build-order.ts';
import { buildProcedure } from '#db/factories/build-procedure.ts';
import { buildProtocolFlow } from '#db/factories/build-protocol-flow.ts';
import { buildShipment } from '#db/factories/build-shipment.ts';
import { buildSpecimen } from '#db/factories/build-specimen.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { shipment } from '#db/ordering/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { flow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocolFlow } from '#db/protocols/protocol-flow.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { TUBES } from './convergence-steps.ts';

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
