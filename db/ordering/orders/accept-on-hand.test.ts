import { describe, expect, test } from 'vitest';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { price } from '#db/billing/prices/price.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import { buildService } from '#db/factories/build-ordering.ts';
import { buildFlow, buildProtocol, buildProtocolFlow } from '#db/factories/build-protocols.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { updateOrderDraft } from '#db/ordering/drafts/update-order-draft.ts';
import { service } from '#db/ordering/services/service.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { order } from './order.ts';

const MANAGER = inRole('PROJECT_MANAGER');

/** Returns an order that continues with specimens, submitted by a project manager: it needs no approval. */
async function accepted(continuation: 'REWORK' | 'SUPPLEMENTAL', ids: string[], more = {}) {
  const bench = openFinishedOrder(more);
  await bench.go(continuation, ids, MANAGER);
  await bench.submit(MANAGER);
  return bench;
}

/** Approve the waiting order as the project manager. */
async function approve(world: MemoryWorld): Promise<void> {
  const [approval] = world.select(orderApproval, { orderId: 'next' });
  await runRule(world, decideApproval, { approvalId: approval?.id ?? '', decision: 'APPROVED' }, MANAGER);
}

describe('a rework that a project manager submits', () => {
  test('is received at once: without approval and shipment, with its own number and a sample in the queue', async () => {
    const bench = await accepted('REWORK', ['failed']);
    expect(bench.draft()).toMatchObject({ status: 'RECEIVED', receivedAt: '2026-11-21T10:00:00.000Z' });
    expect(bench.world.select(shipment, { orderId: 'next' })).toEqual([]);
    expect(bench.rows()).toMatchObject([
      { status: 'RECEIVED', julianId: 'W26325-9000', receivedAt: '2026-11-21T10:00:00.000Z' },
    ]);
    expect(bench.samples()).toMatchObject([
      {
        barcode: 'W26325-9000-01',
        status: 'IN_QUEUE',
        stage: 'EXTRACTION',
        sampleKind: 'ALIQUOT',
        parentSampleId: 'tube-failed',
        remainingVolume: '500',
        attempt: 2,
      },
    ]);
  });

  test('draws the remaining volume from the tube, which stays unchanged', async () => {
    const bench = await accepted('REWORK', ['failed']);
    expect(bench.world.one(sample, 'tube-failed')).toMatchObject({
      status: 'COMPLETED',
      remainingVolume: '0',
      storageLocationId: 'shelf',
    });
    expect(bench.world.one(specimen, 'failed')?.status).toBe('FAILED_QC_CANCELED');
  });

  test('is on no invoice with an amount', async () => {
    const bench = await accepted('REWORK', ['failed']);
    expect(bench.world.select(invoice, { orderId: 'next' })).toMatchObject([
      { status: 'SERVICE_IN_PROGRESS', totalDue: 0 },
    ]);
  });

  test('is on hold when the organization was put on hold in the meantime', async () => {
    const bench = openFinishedOrder();
    await bench.go('REWORK', ['failed']);
    await bench.submit();
    const owner = bench.world.one(company, 'customer');
    if (owner) bench.world.putRow(company, { ...owner, status: 'ON_HOLD' });
    await approve(bench.world);
    expect(bench.rows()).toMatchObject([{ status: 'RECEIVED_ON_HOLD', statusBeforeHold: 'RECEIVED' }]);
    expect(bench.samples()[0]?.status).toBe('RECEIVED_ON_HOLD');
  });

  test('gives each specimen the next number of the day', async () => {
    const bench = openFinishedOrder();
    bench.put('other', 4, { status: 'FAILED_QC' });
    await bench.go('REWORK', ['failed', 'other'], MANAGER);
    await bench.submit(MANAGER);
    expect(bench.rows().map(({ julianId }) => julianId)).toEqual(['W26325-9000', 'W26325-9001']);
    const newSamples = bench.world.all(sample).filter(({ barcode }) => barcode.startsWith('W26325-9'));
    expect(newSamples.map(({ barcode }) => barcode).sort()).toEqual(['W26325-9000-01', 'W26325-9001-01']);
  });
});

describe('more work', () => {
  test('is supplemental: an aliquot must be fetched, and its receipt date is that of its tube', async () => {
    const bench = await accepted('SUPPLEMENTAL', ['done']);
    expect(bench.draft().status).toBe('RECEIVED');
    expect(bench.rows()).toMatchObject([
      { status: 'SUPPLEMENTAL', receivedAt: '2026-11-02T10:00:00.000Z', salesPrice: 10_000 },
    ]);
    expect(bench.samples()).toMatchObject([
      {
        status: 'SUPPLEMENTAL',
        stage: 'EXTRACTION',
        initialVolume: null,
        remainingVolume: null,
        parentSampleId: 'tube-done',
      },
    ]);
    expect(bench.world.one(sample, 'tube-done')?.remainingVolume).toBe('500');
    expect(bench.world.select(shipment, { orderId: 'next' })).toEqual([]);
  });

  test('has its normal price', async () => {
    const bench = await accepted('SUPPLEMENTAL', ['done', 'failed']);
    expect(bench.draft()).toMatchObject({ subtotal: 20_000, total: 20_000 });
  });

  test('of another service begins at the first stage of that service', async () => {
    const bench = openFinishedOrder();
    bench.world.putRow(protocol, buildProtocol({ id: 'rna', status: 'ACTIVE' }));
    bench.world.putRow(service, buildService({ id: 'service-rna', protocolId: 'rna', status: 'LIVE' }));
    bench.world.putRow(price, buildPrice({ id: 'price-rna', protocolId: 'rna', amount: 4_000 }));
    bench.world.putRow(
      flow,
      buildFlow({
        id: 'flow-rna',
        status: 'APPROVED',
        samplePreparationProcedureId: 'prepare',
        extractionProcedureId: null,
        libraryPreparationProcedureId: null,
        sequencingProcedureId: 'sequence',
      }),
    );
    bench.world.putRow(
      protocolFlow,
      buildProtocolFlow({ protocolId: 'rna', flowId: 'flow-rna', isDefault: true }),
    );
    await bench.go('SUPPLEMENTAL', ['done'], MANAGER);
    const changes = { protocolId: 'rna' };
    await runRule(
      bench.world,
      updateOrderDraft,
      { orderId: 'next', seenVersion: bench.draft().version, changes },
      MANAGER,
    );
    await bench.submit(MANAGER);
    expect(bench.rows()).toMatchObject([{ protocolId: 'rna', flowId: 'flow-rna', salesPrice: 4_000 }]);
    expect(bench.samples()).toMatchObject([
      {
        stage: 'PREPARATION',
        samplePreparationProcedureId: 'prepare',
        extractionProcedureId: null,
        sequencingProcedureId: 'sequence',
      },
    ]);
  });

  test('without material at its approval needs new material: it is ordered, and a shipment is awaited', async () => {
    const bench = openFinishedOrder();
    await bench.go('REWORK', ['failed']);
    await bench.submit();
    const tube = bench.world.one(sample, 'tube-failed');
    if (tube) bench.world.putRow(sample, { ...tube, remainingVolume: '0' });
    await approve(bench.world);
    expect(bench.world.one(order, 'next')?.status).toBe('ORDERED');
    expect(bench.rows()).toMatchObject([{ status: 'ORDERED', julianId: null }]);
    expect(bench.world.select(shipment, { orderId: 'next' })).toHaveLength(1);
  });
});
