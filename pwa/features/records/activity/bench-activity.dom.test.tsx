import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { Timeline, type TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { BenchActivity } from './bench-activity.tsx';

const user = { id: 'user-tech', role: 'LAB_TECH' };
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user } }) }));

let bench: Replica;
let deviceCount = 0;
beforeEach(async () => {
  const server = new ModelServer(operationNamed);
  server.world.putRow(sample, buildSample({ id: 'tube' }));
  server.commit();
  const actor = buildActor();
  bench = await openDevice({ name: `activity-${deviceCount++}`, actor, send: server.sendAs(actor) });
  await syncOnce(bench);
});
afterEach(() => {
  cleanup();
  return bench.close();
});

const MOVED: TimelineEntry = { id: 'moved', title: 'Moved', at: '2026-11-22T10:00:00.000Z' };
const LABELED: TimelineEntry = { id: 'labeled', title: 'Label printed', at: '2026-11-23T10:00:00.000Z' };

test('custody is in the feed and alone under its filter, where nothing else of the feed is shown', async () => {
  render(
    <ReplicaProvider replica={bench}>
      <BenchActivity
        targetType="Sample"
        targetId="tube"
        number="TUBE-1"
        events={[LABELED, MOVED]}
        custody={<Timeline label="Custody" entries={[MOVED]} />}
        more={<p>Earlier events</p>}
      />
    </ReplicaProvider>,
  );
  const feed = await screen.findByRole('list', { name: 'History of TUBE-1' });
  expect(within(feed).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('list', { name: 'Custody' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Custody' }));
  const custody = screen.getByRole('list', { name: 'Custody' });
  expect(within(custody).getByText('Moved')).toBeTruthy();
  expect(within(custody).queryByText('Label printed')).toBeNull();
  expect(screen.queryByRole('list', { name: 'History of TUBE-1' })).toBeNull();
});

test('a record without custody has no such filter', async () => {
  render(
    <ReplicaProvider replica={bench}>
      <BenchActivity targetType="Batch" targetId="batch" number="W26320-L01" events={[LABELED]} />
    </ReplicaProvider>,
  );
  expect(await screen.findByRole('radio', { name: 'Notes' })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Custody' })).toBeNull();
});
