import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import { at, by, ELUTION, lysed, record } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { workedOnFailed } from '#db/samples/failing/worked-on-failed.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { useWorkedOnFailedNotice } from './worked-on-failed-notice.tsx';

const WorkedOnFailedNotice = () => useWorkedOnFailedNotice(true);

afterEach(cleanup);

const TITLE = 'A sample had failed before you worked on it';

/**
 * Bob recorded values for both samples; Ann's failure of the first, made before or after that, arrived later.
 */
async function failedAt(minute: number) {
  const world = await lysed();
  for (const sampleId of ['s1', 's2'])
    await record(world, ELUTION, 'concentration', sampleId, '20', by(BOB, 40));
  const failure = { failureReason: 'INSUFFICENT_RESULTS' as const, failureNotes: null };
  await runRule(world, failSample, { sampleId: 's1', ...failure }, by(ANN, minute));
  return world;
}

test('case 23: the home page tells a user whose values came first that the sample had failed, until they dismiss it', async () => {
  const server = new ModelServer(operationNamed);
  const world = await failedAt(35);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const row of world.all(sample)) if (row.failedAt) world.putRow(sample, { ...row, failedAt: ago(60) });
  for (const row of world.all(fieldValue)) world.putRow(fieldValue, { ...row, occurredAt: ago(30) });
  for (const entity of CATALOGUE) for (const row of world.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const bench = await openDevice({ name: 'worked-on-failed', actor: BOB, send: server.sendAs(BOB) });
  await syncOnce(bench);
  render(
    <ReplicaProvider replica={bench}>
      <WorkedOnFailedNotice />
    </ReplicaProvider>,
  );
  await screen.findByText(TITLE);
  const link = screen.getByRole('link', { name: /W26325-0001-01 failed by Ann/ });
  expect(link.getAttribute('href')).toBe('/lab/samples/s1');
  fireEvent.click(screen.getByRole('button', { name: 'I know' }));
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
  await bench.close();
});

test.each([
  ['the failure came after the values', 45, 'bob', at(0)],
  ['the person failed it or did not work on it', 35, 'ann', at(0)],
  ['it was long ago', 35, 'bob', at(36)],
])('nobody gets a notice when %s', async (_case, minute, userId, since) => {
  const world = await failedAt(minute);
  const stamp = { at: at(0), userId, entity: 'WBL' };
  expect(await world.transaction(stamp, (tx) => workedOnFailed(tx, userId, since))).toEqual([]);
});
