import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import { by, LYSIS, record, worldWithBuffer } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useDoubtedLotsNotice } from './doubted-lots-notice.tsx';

const DoubtedLotsNotice = () => useDoubtedLotsNotice(true);

afterEach(cleanup);

const TITLE = 'A lot that you used is in quarantine';

/** Ann used the lot; Bob, who was offline, had quarantined it before that. */
async function doubted() {
  const world = await worldWithBuffer({}, { remaining: '500' });
  await record(world, LYSIS, 'buffer', null, 'L1', by(ANN, 20));
  const failure = { failureReason: 'INVENTORY_ISSUE' as const, failureNotes: null };
  await runRule(world, failSample, { sampleId: 's1', ...failure, suspectLotIds: ['lot-1'] }, by(BOB, 10));
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  return server;
}

test('case 26: the home page tells a user about a used lot that a colleague had quarantined, until they dismiss it', async () => {
  const server = await doubted();
  const bench = await openDevice({ name: 'doubted-lots', actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <DoubtedLotsNotice />
    </ReplicaProvider>,
  );
  await screen.findByText(TITLE);
  const link = screen.getByRole('link', { name: /L1 in batch W26325-E01/ });
  expect(link.getAttribute('href')).toBe('/lab/batches/batch-1');
  fireEvent.click(screen.getByRole('button', { name: 'I know' }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  await bench.close();
});
