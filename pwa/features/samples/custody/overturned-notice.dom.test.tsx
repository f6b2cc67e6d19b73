import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import { by, lysed } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { confirmFailure, overturnFailure } from '#db/samples/failing/review-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { findOverturnedFailure, useOverturnedNotice } from './overturned-notice.tsx';

const OverturnedNotice = () => useOverturnedNotice(true);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TITLE = 'A failure that you reported was overturned';

/** Ann failed both samples; the lab manager overturned the first failure and confirmed the second. */
async function decided() {
  const world = await lysed();
  for (const sampleId of ['s1', 's2']) {
    const failure = { sampleId, failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
    await runRule(world, failSample, failure, by(ANN, 35));
  }
  const [second] = world.select(sample, { id: 's2' });
  if (second) world.putRow(sample, { ...second, flaggedForReview: true });
  await runRule(world, overturnFailure, { sampleId: 's1', reason: 'Read wrongly' }, by(LEA, 40));
  await runRule(world, confirmFailure, { sampleId: 's2' }, by(LEA, 40));
  return world;
}

test('the reporter of an overturned failure sees offline who overturned it, until the notice is dismissed', async () => {
  const server = new ModelServer(operationNamed);
  const world = await decided();
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const bench = await openDevice({ name: 'overturned', actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <ReplicaProvider replica={bench}>
      <OverturnedNotice />
    </ReplicaProvider>,
  );
  await screen.findByText(TITLE);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/lab/samples/s1']);
  expect(links[0]?.textContent).toMatch(/W26325-0001-01.*overturned by Lea, /);
  fireEvent.click(screen.getByRole('button', { name: 'I know' }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  await bench.close();
});

test.each([
  ['who reported the failure', ANN.userId, [true, false]],
  ['who did not report it', BOB.userId, [false, false]],
  ['who overturned it', LEA.userId, [false, false]],
])(
  'of two failures, one overturned and one confirmed, %s is told what is news',
  async (_person, userId, expected) => {
    const world = await decided();
    const hasNotice = world
      .all(sample)
      .filter(({ id }) => id === 's1' || id === 's2')
      .map((row) => findOverturnedFailure(userId, row, world.select(event, { targetId: row.id })) !== null);
    expect(hasNotice).toEqual(expected);
  },
);

test('a sample that failed again causes no notice', async () => {
  const world = await decided();
  const failure = { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
  await runRule(world, failSample, failure, by(BOB, 45));
  const row = world.one(sample, 's1');
  expect(row && findOverturnedFailure(ANN.userId, row, world.select(event, { targetId: 's1' }))).toBeNull();
});
