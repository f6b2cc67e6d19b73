import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useProposedRepeatsNotice } from './proposed-repeats.tsx';

const ProposedRepeats = () => useProposedRepeatsNotice(true);

let bench: Replica | null = null;
afterEach(() => {
  cleanup();
  bench?.close();
  bench = null;
});

/** The home of a person after Ann, a technician, failed s1 and proposed its repeat. */
async function show(actor: Actor): Promise<Replica> {
  const world = await startedWorld();
  await runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason: 'LAB_TECHNICIAN_ERROR', failureNotes: 'Spilled' },
    { actor: ANN },
  );
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const device = await openDevice({ name: `repeat-${actor.userId}`, actor, send: server.sendAs(actor) });
  bench = device;
  await syncOnce(device);
  render(
    <ReplicaProvider replica={device}>
      <ProposedRepeats />
    </ReplicaProvider>,
    { wrapper: RouterWrapper },
  );
  return device;
}

test('the manager re-queues what a technician proposed with one button that names the stage', async () => {
  const device = await show(LEA);
  await screen.findByText('1 failed sample needs a repeat');
  screen.getByText('Lab technician error. Re-queue in Extraction from W26325-0001-01.');
  await userEvent.click(screen.getByRole('button', { name: 'Re-queue in Extraction: W26325-0001-01' }));
  await waitFor(() => expect(screen.queryByText('1 failed sample needs a repeat')).toBeNull());
  expect((await readShown(device, 'samples', 's1'))?.body).toMatchObject({ status: 'RESET' });
});

test('a technician sees no such task', async () => {
  await show(ANN);
  expect(screen.queryByText('1 failed sample needs a repeat')).toBeNull();
});
