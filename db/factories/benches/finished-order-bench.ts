import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildDataUseInfo } from '#db/factories/build-research.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import { chooseSourceSpecimens, continueOrder } from '#db/ordering/drafts/continue-order.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { submitOrder } from '#db/ordering/drafts/submit-order.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { barcode } from '#db/samples/barcode.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { inRole, openPriceBench } from './price-bench.ts';

const RECEIVED = '2026-11-02T10:00:00.000Z';
const FINISHED_AT = '2026-11-12T10:00:00.000Z';

/**
 * Build a completed order of three specimens with material in a freezer: one failed and given up (`failed`),
 * one with its result (`done`) and one with a result whose material is used up (`empty`).
 */
export function openFinishedOrder(overrides: Partial<Order> = {}) {
  const { world } = openPriceBench({
    status: 'COMPLETED',
    orderType: 'SALES_ORDER',
    projectedSpecimenCount: 3,
    receivedAt: RECEIVED,
    completedAt: FINISHED_AT,
    orderNumber: 'W-000100',
    ...overrides,
  });
  world.putRow(storageManagement, buildStorageManagement({ id: 'shelf', name: 'Box 40', parentId: null }));
  world.putRow(procedure, buildProcedure({ id: 'procedure-extraction', sampleInputVolume: '100' }));
  world.putRow(dataUseInfo, buildDataUseInfo({ orderId: 'order', agreementVersion: AGREEMENT_VERSION }));
  const putSpecimen = (id: string, orderRow: number, more: Partial<Specimen>, tube: Partial<Sample> = {}) => {
    world.putRow(
      specimen,
      buildSpecimen({
        id,
        orderId: 'order',
        orderRow,
        protocolId: 'wgs',
        customerSampleId: id.toUpperCase(),
        requisitionNumber: `W-000100-00${orderRow}`,
        julianId: `W26306-000${orderRow}`,
        receivedAt: RECEIVED,
        ...more,
      }),
    );
    world.putRow(
      barcode,
      buildBarcode({
        id: `label-${id}`,
        value: `W26306-000${orderRow}-01`,
        type: 'SAMPLE',
        targetId: `tube-${id}`,
      }),
    );
    world.putRow(
      sample,
      buildSample({
        id: `tube-${id}`,
        barcodeId: `label-${id}`,
        specimenId: id,
        barcode: `W26306-000${orderRow}-01`,
        status: 'COMPLETED',
        storageLocationId: 'shelf',
        remainingVolume: '500',
        ...tube,
      }),
    );
  };
  putSpecimen('failed', 1, { status: 'FAILED_QC_CANCELED', failureReason: 'LAB_TECHNICIAN_ERROR' });
  putSpecimen('done', 2, { status: 'COMPLETED', completedAt: FINISHED_AT });
  putSpecimen('empty', 3, { status: 'COMPLETED', completedAt: FINISHED_AT }, { remainingVolume: '0' });

  const go = (
    continuation: Continuation,
    specimenIds: string[],
    caller = inRole('CS_REP'),
    orderId: string = 'next',
  ) => runRule(world, continueOrder, { orderId, sourceOrderId: 'order', continuation, specimenIds }, caller);
  const draft = (): Order => {
    const row = world.one(order, 'next');
    if (!row) throw new Error('No order goes on with the first one.');
    return row;
  };
  const choose = (specimenIds: string[], caller = inRole('CS_REP')) =>
    runRule(
      world,
      chooseSourceSpecimens,
      { orderId: 'next', seenVersion: draft().version, specimenIds },
      caller,
    );
  const submit = (caller = inRole('CS_REP')) =>
    runRule(world, submitOrder, { orderId: 'next', seenVersion: draft().version }, caller);
  return {
    world,
    put: putSpecimen,
    go,
    choose,
    submit,
    draft,
    /** Return the rows of the continuing order, in their order. */
    rows: () => world.select(specimen, { orderId: 'next' }).sort((a, b) => a.orderRow - b.orderRow),
    /** Return the samples made for them. */
    samples: () => {
      const ids = new Set(world.select(specimen, { orderId: 'next' }).map(({ id }) => id));
      return world.all(sample).filter(({ specimenId }) => specimenId !== null && ids.has(specimenId));
    },
  };
}
