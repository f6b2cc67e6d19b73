import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import {
  batchesToApprove,
  returnedBatches,
  sectionsToReview,
  useWorkToReviewNotice,
} from './work-to-review.tsx';

const WorkToReview = () => useWorkToReviewNotice(() => true);

let bench: Replica | null = null;
afterEach(() => {
  cleanup();
  bench?.close();
  bench = null;
});

async function show(world: MemoryWorld, actor: Actor): Promise<void> {
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `look-at-${actor.userId}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <WorkToReview />
    </ReplicaProvider>,
    { wrapper: RouterWrapper },
  );
}

const STAMP = { at: '2026-11-21T11:00:00.000Z', userId: 'x', entity: 'WBL' } as const;

test('a signed section is listed for its reviewers, and not for its signer', async () => {
  const world = await eluted({ elution: { requiresReview: true } });
  await sign(world, ELUTION, by(ANN, 35));
  expect(await world.transaction(STAMP, (tx) => sectionsToReview(tx, ANN))).toEqual([]);
  await show(world, BOB);
  await screen.findByText('1 signed section waits for your review');
  const link = screen.getByRole('link');
  expect(link.getAttribute('href')).toBe(`/lab/assigned-sections/${ELUTION}`);
  expect(link.textContent).toContain('signed by Ann');
});

test('a completed batch that holds its samples is listed for its approvers', async () => {
  const world = await eluted();
  for (const row of world.all(procedure)) world.putRow(procedure, { ...row, requiresDirectorApproval: true });
  const [row] = world.all(batch);
  if (row) world.putRow(batch, { ...row, status: 'COMPLETED' });
  expect(await world.transaction(STAMP, (tx) => batchesToApprove(tx, BOB))).toEqual([]);
  await show(world, LEA);
  await screen.findByText('1 completed batch waits for your approval');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/lab/batches/batch-1');
});

test('a returned batch is listed with the reason for the lab manager and the assigned person, not for approval', async () => {
  const world = await eluted();
  for (const row of world.all(procedure)) world.putRow(procedure, { ...row, requiresDirectorApproval: true });
  const [row] = world.all(batch);
  const returned = { directorApproved: false, directorReturnReason: 'Two wells are empty' };
  if (row) world.putRow(batch, { ...row, ...returned, status: 'COMPLETED', assignedUserId: BOB.userId });
  const idsFor = (actor: Actor) =>
    world.transaction(STAMP, async (tx) => (await returnedBatches(tx, actor)).map(({ id }) => id));
  expect(await idsFor(ANN)).toEqual([]);
  expect(await idsFor(BOB)).toEqual(['batch-1']);
  expect(await world.transaction(STAMP, (tx) => batchesToApprove(tx, LEA))).toEqual([]);
  await show(world, LEA);
  await screen.findByText('1 batch was returned by the director');
  expect(screen.getByRole('link').textContent).toContain('Two wells are empty');
});
