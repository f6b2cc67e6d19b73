import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { operationNamed } from '#db/operations.ts';
import { reopenSection } from '#db/protocols/sections/reopen-section.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { ReopenedNotice } from './section-notices.tsx';
import { readSectionView, SECTION_COLLECTIONS } from './section-view.ts';

let bench: Replica;
let deviceCount = 0;

afterEach(() => bench.close());

function Live() {
  const view = useRuleRead(SECTION_COLLECTIONS, ELUTION, (tx, context) =>
    readSectionView(tx, context, ELUTION),
  );
  return view ? (
    <>
      <p>{view.status}</p>
      <ReopenedNotice view={view} />
    </>
  ) : null;
}

async function show(world: MemoryWorld): Promise<void> {
  const server = new ModelServer(operationNamed);
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  bench = await openDevice({ name: `reopened-${deviceCount++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  renderInRouter(
    <ReplicaProvider replica={bench}>
      <Live />
    </ReplicaProvider>,
  );
}

async function reopenedWorld(): Promise<MemoryWorld> {
  const world = await eluted();
  await sign(world, ELUTION, by(ANN, 35));
  const reason = 'The second well was read twice';
  await runRule(world, reopenSection, { assignedSectionId: ELUTION, reason }, by(LEA, 36));
  return world;
}

test('a reopened section first shows by whom and why it was reopened', async () => {
  await show(await reopenedWorld());
  expect(await screen.findByText(new RegExp(`^Reopened by ${LEA.name}, `))).toBeTruthy();
  expect(screen.getByText('The second well was read twice')).toBeTruthy();
});

test('a new signature removes the notice; the history keeps the reopening', async () => {
  const world = await reopenedWorld();
  await sign(world, ELUTION, by(ANN, 40));
  await show(world);
  expect(await screen.findByText(/^(COMPLETED|AWAITING_REVIEW)$/)).toBeTruthy();
  expect(screen.queryByText(/^Reopened by/)).toBeNull();
});
