import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildAssignedSection } from '#db/factories/build-section-work.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { LabOverview, useLabOverview } from './lab-overview.tsx';

function Overview() {
  const overview = useLabOverview(true);
  return overview && overview !== 'fetching' ? (
    <LabOverview overview={overview} opens={(path) => path !== '/data-sync'} />
  ) : null;
}

afterEach(cleanup);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** A lab with one order that is late, one at risk and one on time. */
function buildServer(): ModelServer {
  const server = new ModelServer(operationNamed);
  const { world } = server;
  world.putRow(protocol, buildProtocol({ id: 'protocol-1', targetTurnaroundDays: 10 }));
  const received = { 'W-000001': 12, 'W-000002': 9, 'W-000003': 2 };
  for (const [name, days] of Object.entries(received)) {
    world.putRow(order, buildOrder({ id: `order-${name}`, orderNumber: name, status: 'PROCESSING' }));
    world.putRow(
      specimen,
      buildSpecimen({
        id: `specimen-${name}`,
        orderId: `order-${name}`,
        protocolId: 'protocol-1',
        status: 'IN_PROGRESS',
        receivedAt: daysAgo(days),
      }),
    );
    world.putRow(
      sample,
      buildSample({
        id: `sample-${name}`,
        specimenId: `specimen-${name}`,
        status: name === 'W-000003' ? 'IN_QUEUE' : 'IN_PROGRESS',
        stage: 'EXTRACTION',
      }),
    );
  }
  const failed = { specimenId: null, status: 'FAILED_QC', failureReason: 'BAD_SAMPLE', stage: null } as const;
  world.putRow(sample, buildSample({ ...failed, id: 'failed-1', failedAt: daysAgo(6) }));
  world.putRow(sample, buildSample({ ...failed, id: 'failed-2', failedAt: daysAgo(8) }));
  world.putRow(batch, buildBatch({ id: 'batch-1', julianId: 'W26326-E01', status: 'IN_PROGRESS' }));
  const done = { completionEventId: 'event-1' };
  world.putRow(assignedSection, buildAssignedSection({ id: 'a', batchId: 'batch-1', ...done }));
  world.putRow(assignedSection, buildAssignedSection({ id: 'b', batchId: 'batch-1', assignedUserId: null }));
  server.commit();
  return server;
}

const panel = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('section') ?? document.body);

test('the overview shows stages with ages, orders by lateness, batches, loads and recent failures', async () => {
  const server = buildServer();
  const device = await openDevice({ name: 'lab-overview', actor: LEA, send: server.sendAs(LEA) });
  await syncOnce(device);
  render(
    <ReplicaProvider replica={device}>
      <Overview />
    </ReplicaProvider>,
    { wrapper: RouterWrapper },
  );
  const extraction = await screen.findByRole('link', { name: /^Extraction/ });
  expect(extraction.getAttribute('href')).toBe('/lab/queue?stage=EXTRACTION');
  expect(extraction.textContent).toContain('1 waiting · 2 in batches');
  expect(extraction.textContent).toContain('1 under 3 days, 2 over 7 days');
  const atRisk = panel('Orders at risk').getAllByRole('link');
  expect(atRisk.map((link) => link.textContent?.slice(0, 12))).toEqual(['W-000001Late', 'W-0000021 sp']);
  expect(panel('Open batches').getByRole('link').textContent).toContain('1 of 2 sections complete');
  expect(panel('Work by user').getByText('Unassigned')).toBeTruthy();
  expect(panel('Failed samples, last 7 days').getByText('1')).toBeTruthy();
  device.close();
});
