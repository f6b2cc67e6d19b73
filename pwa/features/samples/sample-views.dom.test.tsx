import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { order } from '#db/ordering/orders/order.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { type Shell, ShellContext } from '#pwa/app/shell.ts';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { chooseFilter } from '#pwa/ui/list/filters/choose-filter.ts';
import { SamplesPage } from './samples-page.tsx';

let bench: Replica;
let reached = true;
let deviceCount = 0;

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const server = new ModelServer(operationNamed);
  for (const [barcode, stage] of [
    ['TUBE-1', 'EXTRACTION'],
    ['TUBE-2', 'SEQUENCING'],
  ] as const)
    server.world.putRow(sample, buildSample({ id: barcode, barcode, stage, specimenId: null }));
  const failed = { id: 'TUBE-3', barcode: 'TUBE-3', specimenId: null, status: 'FAILED_QC' } as const;
  server.world.putRow(sample, buildSample({ ...failed, flaggedForReview: true }));
  const finishedSample = { status: 'COMPLETED', stage: 'EXTRACTION', remainingVolume: '200' } as const;
  for (const [n, postSequenceOption] of [
    [4, 'STORE'],
    [5, 'DESTROY'],
  ] as const) {
    server.world.putRow(order, buildOrder({ id: `order-${n}`, status: 'COMPLETED', postSequenceOption }));
    const specimenId = `specimen-${n}`;
    server.world.putRow(
      specimen,
      buildSpecimen({ id: specimenId, orderId: `order-${n}`, status: 'COMPLETED' }),
    );
    const barcode = `TUBE-${n}`;
    server.world.putRow(sample, buildSample({ ...finishedSample, id: barcode, barcode, specimenId }));
  }
  server.commit();
  const actor = buildActor();
  const send = server.sendAs(actor);
  reached = true;
  bench = await openDevice({
    name: `sample-views-${deviceCount++}`,
    actor,
    send: (...sendArgs) => (reached ? send(...sendArgs) : Promise.reject(new TypeError('Failed to fetch'))),
  });
  await syncOnce(bench);
});
afterEach(() => bench.close());

const SHELL: Shell = {
  session: 'authenticated',
  reason: null,
  user: null,
  entity: 'WBL',
  entityKnown: true,
  siteVariant: 'lab-services',
  signOut: async () => true,
  lock: null,
  syncChip: null,
  deviceNotice: null,
  isOffline: false,
  search: null,
  menuCount: () => null,
};

function open(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ShellContext value={SHELL}>
          <ReplicaProvider replica={bench}>
            <SamplesPage onOpen={() => undefined} onGo={() => undefined} />
          </ReplicaProvider>
        </ShellContext>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseQuery,
    stringifySearch: queryString,
  });
  render(<RouterProvider router={router} />);
  return router;
}

test('a saved view of the samples works offline and is restored on this device', async () => {
  reached = false;
  const user = userEvent.setup();
  open('/?stage=EXTRACTION&hide=volume');
  expect(await screen.findByText('TUBE-1')).toBeTruthy();
  expect(screen.queryByText('TUBE-2')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
  expect(await screen.findByText(/on this device, with and without a network/)).toBeTruthy();
  await user.click(screen.getByRole('textbox', { name: /Name/ }));
  await user.paste('To extract');
  await user.click(screen.getByRole('checkbox', { name: /Open the list with this view/ }));
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull());
  cleanup();

  const secondRouter = open('/');
  await waitFor(() => expect(secondRouter.latestLocation.searchStr).toContain('stage=EXTRACTION'));
  expect(await screen.findByText('TUBE-1')).toBeTruthy();
  expect(screen.queryByText('TUBE-2')).toBeNull();
  expect(screen.queryByRole('columnheader', { name: /Volume/ })).toBeNull();
});

test('a quality approver lists the failures that wait for confirmation', async () => {
  const user = userEvent.setup();
  const router = open('/');
  await screen.findByText('TUBE-1');
  await chooseFilter(user, 'Queue', 'To confirm');
  await waitFor(() => expect(screen.queryByText('TUBE-1')).toBeNull());
  expect(screen.getByText('TUBE-3')).toBeTruthy();
  expect(router.latestLocation.searchStr).toContain('waits=CONFIRMATION');
});

test('a bench user lists offline the samples of closed orders that are to be stored', async () => {
  reached = false;
  const user = userEvent.setup();
  const router = open('/');
  await screen.findByText('TUBE-1');
  await chooseFilter(user, 'Queue', 'To be stored');
  await waitFor(() => expect(screen.queryByText('TUBE-1')).toBeNull());
  expect(await screen.findByText('TUBE-4')).toBeTruthy();
  expect(screen.queryByText('TUBE-5')).toBeNull();
  expect(router.latestLocation.searchStr).toContain('waits=STORING');
});

test('views count what waits, and one of them shows only its samples', async () => {
  const user = userEvent.setup();
  const router = open('/');
  await screen.findByText('TUBE-1');
  const views = within(screen.getByRole('navigation', { name: 'Views' }));
  expect((await views.findByRole('button', { name: /^To confirm/ })).textContent).toContain('1');
  await user.click(views.getByRole('button', { name: /^To confirm/ }));
  await waitFor(() => expect(screen.queryByText('TUBE-1')).toBeNull());
  expect(screen.getByText('TUBE-3')).toBeTruthy();
  expect(router.latestLocation.searchStr).toContain('waits=CONFIRMATION');
});
