import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { PrintLabelsContext } from '#pwa/printing/use-print-labels.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { SampleActions } from './sample-actions.tsx';

let bench: Replica;
let deviceCount = 0;

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await loadDialogs();
});
afterEach(() => bench.close());

function Tube() {
  const row = useRow(sample, 'tube');
  return row ? (
    <SampleActions row={row} missing={false} failing={() => null} onProblem={() => undefined} />
  ) : null;
}

async function openTube(role: Role): Promise<void> {
  const server = new ModelServer(operationNamed);
  server.world.putRow(
    sample,
    buildSample({ id: 'tube', barcode: 'TUBE-1', specimenId: null, flaggedForReview: true }),
  );
  server.commit();
  const actor = buildActor({ role });
  bench = await openDevice({ name: `review-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ReplicaProvider replica={bench}>
          <PrintLabelsContext value={async () => false}>
            <Tube />
          </PrintLabelsContext>
        </ReplicaProvider>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Actions|More/ }));
}

test('a lab manager removes the flag from a sample with a reason, also offline', async () => {
  await openTube('LAB_MANAGER');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reviewed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the flag off TUBE-1?' }));
  await userEvent.click(dialog.getByRole('textbox', { name: /Reason/ }));
  await userEvent.paste('The lot was sound after all');
  await userEvent.click(dialog.getByRole('button', { name: 'Reviewed' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () =>
    expect((await readShown(bench, 'samples', 'tube'))?.body['flaggedForReview']).toBe(false),
  );
  expect(bench.outbox.all()).toMatchObject([
    { name: 'review-sample', args: { sampleId: 'tube', reason: 'The lot was sound after all' } },
  ]);
});

test('a tech cannot remove the flag', async () => {
  await openTube('LAB_TECH');
  await screen.findByRole('menuitem', { name: 'Print label' });
  expect(screen.queryByRole('menuitem', { name: 'Reviewed' })).toBeNull();
});

const CUSTODY = ['Not found', 'Fail', 'Send to client', 'Dispose'];

test('a project manager sees a sample without the actions that need it at the bench', async () => {
  await openTube('PROJECT_MANAGER');
  await screen.findByRole('menuitem', { name: 'Print label' });
  for (const name of CUSTODY) expect(screen.queryByRole('menuitem', { name })).toBeNull();
  expect(screen.queryByText('Check out')).toBeNull();
});

test('a tech sees all bench actions of a sample', async () => {
  await openTube('LAB_TECH');
  for (const name of CUSTODY) expect(await screen.findByRole('menuitem', { name })).toBeTruthy();
  expect(screen.getByText('Check out')).toBeTruthy();
});

test('a project manager can override the status of a sample, and a tech cannot', async () => {
  await openTube('PROJECT_MANAGER');
  expect(await screen.findByRole('menuitem', { name: 'Override status…' })).toBeTruthy();
  await bench.close();
  cleanup();
  await openTube('LAB_TECH');
  await screen.findByRole('menuitem', { name: 'Print label' });
  expect(screen.queryByRole('menuitem', { name: 'Override status…' })).toBeNull();
});
