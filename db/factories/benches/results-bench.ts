import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildProcedure, buildProtocol } from '#db/factories/build-protocols.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { approveSpecimens, recallResults, releaseResults } from '#db/specimens/results/release-results.ts';
import type { RecallFor } from '#db/specimens/results/shown-results.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { openBillingBench } from './billing-bench.ts';
import { inRole } from './price-bench.ts';

const PINNED = { extractionProcedureId: 'extract', sequencingProcedureId: 'sequence' };

/** Build an order of two specimens that were extracted and sequenced, and the operations on their results. */
export async function openResultsBench({ clinical = false }: { clinical?: boolean } = {}) {
  const { world, invoices } = await openBillingBench({ specimens: ['IN_PROGRESS', 'IN_PROGRESS'] });
  world.putRow(protocol, buildProtocol({ id: 'wgs', status: 'ACTIVE', clinical }));
  world.putRow(procedure, buildProcedure({ id: 'sequence', batchType: 'SEQUENCING' }));
  world.putRow(
    batch,
    buildBatch({ id: 'run', procedureId: 'sequence', type: 'SEQUENCING', status: 'COMPLETED' }),
  );
  for (const [n, id] of ['s1', 's2'].entries()) {
    const row = world.one(specimen, id);
    if (row) world.putRow(specimen, { ...row, julianId: `W26320-000${n + 1}` });
    const of = { specimenId: id, ...PINNED };
    world.putRow(sample, buildSample({ id: `${id}-tube`, ...of, stage: 'EXTRACTION', status: 'COMPLETED' }));
    world.putRow(
      sample,
      buildSample({
        id: `${id}-library`,
        ...of,
        parentSampleId: `${id}-tube`,
        sampleKind: 'LIBRARY',
        stage: 'SEQUENCING',
        status: 'DEPLETED',
        batchId: 'run',
      }),
    );
  }
  const change = (id: string, changes: Partial<Sample>) => {
    const row = world.one(sample, id);
    if (row) world.putRow(sample, { ...row, ...changes });
  };
  const attach = (targetId: string, more: Partial<S3File> = {}) => {
    const file = buildS3File({
      fileType: targetId === 'order' ? 'ORDER_DOCUMENT' : 'SPECIMEN_DOCUMENT',
      targetType: targetId === 'order' ? 'Order' : 'Specimen',
      targetId,
      subType: 'REPORT',
      status: 'STORED',
      scanStatus: 'CLEAN',
      customerVisible: true,
      ...more,
    });
    world.putRow(s3File, file);
    return file.id;
  };
  const orderId = 'order';
  const at = (occurredAt?: string) => (occurredAt ? { occurredAt } : {});
  return {
    world,
    invoices,
    change,
    attach,
    order: () => world.one(order, orderId),
    specimen: (id: string) => world.one(specimen, id),
    events: (id: string) => world.select(event, { targetId: id }),
    approve: (role: Role, specimenIds: string[], occurredAt?: string) =>
      runRule(world, approveSpecimens, { orderId, specimenIds }, { ...inRole(role), ...at(occurredAt) }),
    release: (role: Role, specimenIds: string[], comment: string | null = null, occurredAt?: string) =>
      runRule(
        world,
        releaseResults,
        { orderId, specimenIds, comment },
        { ...inRole(role), ...at(occurredAt) },
      ),
    recall: (
      role: Role,
      specimenIds: string[],
      recallFor: RecallFor = 'CORRECTED_REPORT',
      occurredAt?: string,
    ) =>
      runRule(
        world,
        recallResults,
        { orderId, specimenIds, recallFor, reason: 'Swapped tubes' },
        { ...inRole(role), ...at(occurredAt) },
      ),
  };
}
