import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildPrintJob } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import { type PrintJob, PrintJobInput } from '#db/labels/print-job.ts';
import { operationNamed } from '#db/operations.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { PrintLog } from './print-log.tsx';
import { PrintLogPart } from './printers-part.tsx';

let bench: Replica;
let deviceCount = 0;
const requestedPaths: string[] = [];

const label = (barcode: string) => ({ barcode, lines: [] });
const job = (n: number, more: Partial<PrintJob> = {}) =>
  buildPrintJob({
    id: `01J0000000000000000000000${n}`,
    createdById: 'user-ann',
    printer: 'bench-1',
    kind: 'TUBE',
    labels: [label('W26325-0007-01')],
    copies: 1,
    reprintReason: null,
    printedAt: '2026-11-21T10:00:00.000Z',
    ...more,
  });

beforeEach(async () => {
  const server = new ModelServer(operationNamed);
  server.world.putRow(person, buildPerson({ id: 'membership-ann', userId: 'user-ann', name: 'Ann Archer' }));
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: `print-log-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  requestedPaths.length = 0;
  const rows = [
    job(1, { reprintReason: 'Smeared', printer: 'BROWSER', copies: 2 }),
    job(2, { labels: ['A', 'B', 'C', 'D', 'E'].map((suffix) => label(`BOX-${suffix}`)), kind: 'BOX' }),
  ];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') rows.unshift(job(3, JSON.parse(String(init.body))));
    else requestedPaths.push(String(path));
    return Response.json({ rows, total: rows.length, page: 1, limit: 25 });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await bench.close();
});

const showLog = () => {
  const renderPage = () => (
    <ReplicaProvider replica={bench}>
      <PrintLog />
    </ReplicaProvider>
  );
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: renderPage }), history })}
    />,
  );
};

test('the print log shows which labels were printed, by whom, where, and the reason for reprints', async () => {
  showLog();
  const table = await screen.findByRole('table');
  await within(table).findAllByText('Ann Archer');
  const [, reprintRow, first] = within(table).getAllByRole('row');
  expect(reprintRow?.textContent).toContain('W26325-0007-01, 2 copies each');
  expect(reprintRow?.textContent).toContain('Browser');
  expect(reprintRow?.textContent).toContain('Smeared');
  expect(first?.textContent).toContain('BOX-A, BOX-B, BOX-C and 2 more');
  expect(first?.textContent).toContain('First print');
  expect(requestedPaths[0]).toContain('sort=printedAt%3Adesc');
});

test('labels that waited on this device appear in the log after they are sent', async () => {
  const { userId } = bench.actor;
  const labels = [label('W26325-0042-01')];
  const { id, printer, kind, copies } = job(3);
  await deviceQueue().add(PrintJobInput.parse({ id, printer, kind, copies, labels }), userId);
  showLog();
  await screen.findByRole('table');
  expect(screen.queryByText('W26325-0042-01')).toBeNull();
  await deviceQueue().send(userId);
  expect(await screen.findByText('W26325-0042-01')).toBeTruthy();
  expect(await deviceQueue().waiting(userId)).toEqual([]);
});

test('the print log is not queried offline', () => {
  render(
    <ReplicaProvider replica={bench}>
      <PrintLogPart />
    </ReplicaProvider>,
  );
  expect(screen.getByText(/The print log needs the network/)).toBeTruthy();
  expect(requestedPaths).toEqual([]);
});
