import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { operationNamed } from '#db/operations.ts';
import { ReplicaProvider } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce } from '#pwa/testing/simulated-device.ts';
import { EarlierEvents, useWholeHistory } from './earlier-events.tsx';
import type { HistoryEvent } from './event-lines.ts';

vi.mock('#pwa/replica/hooks/use-sync-status.ts', () => ({ useSyncStatus: () => ({ reachable: reached }) }));

let bench: Replica;
let reached = true;
let deviceCount = 0;

beforeEach(async () => {
  const server = new ModelServer(operationNamed);
  server.commit();
  const actor = buildActor();
  const send = server.sendAs(actor);
  reached = true;
  bench = await openDevice({
    name: `earlier-events-${deviceCount++}`,
    actor,
    send: (...sendArgs) => (reached ? send(...sendArgs) : Promise.reject(new TypeError('Failed to fetch'))),
  });
  await syncOnce(bench);
});
afterEach(() => bench.close());

const buildMove = (n: number): HistoryEvent => ({
  id: `move-${n}`,
  type: 'SAMPLE_MOVED',
  targetId: 'T-1',
  occurredAt: `2026-11-${10 + n}T08:00:00.000Z`,
  userId: 'user-tess',
  deviceId: 'device-a',
  data: { by: 'Tess' },
});
const DOCUMENT = Array.from({ length: 20 }, (_, n) => buildMove(n));
const EARLIER = { ...buildMove(0), id: 'earlier', occurredAt: '2026-09-01T08:00:00.000Z' };

function History({ events }: { events: readonly HistoryEvent[] }) {
  const history = useWholeHistory('T-1', events);
  return (
    <>
      <p>{`${history.events.length} events`}</p>
      <EarlierEvents {...history} />
    </>
  );
}

const show = (events = DOCUMENT) =>
  render(
    <ReplicaProvider replica={bench}>
      <History events={events} />
    </ReplicaProvider>,
  );

const row = { userName: 'Tess', recordName: 'T-1', pageId: null, targetType: 'Sample', companyName: null };
const answerOfServer = () =>
  Response.json({
    rows: [...DOCUMENT, EARLIER].map((one) => ({ ...one, ...row, deviceName: null, syncedAt: null })),
    total: 21,
    page: 1,
    limit: 500,
  });

test('earlier events of a sample are loaded on request and stay on this device', async () => {
  const fetched = vi.fn(async (_address: string) => answerOfServer());
  vi.stubGlobal('fetch', fetched);
  const user = userEvent.setup();
  show();
  expect(screen.getByText('20 events')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Show earlier events' }));
  expect(await screen.findByText('21 events')).toBeTruthy();
  expect(String(fetched.mock.calls[0]?.[0])).toContain('targetId=T-1');
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  reached = false;
  show();
  expect(await screen.findByText('21 events')).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a failed load says so and can be repeated', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Show earlier events' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Earlier events could not be loaded. Try again.',
  );
  expect(screen.getByRole('button', { name: 'Show earlier events' })).toBeTruthy();
});

test('without a connection the page says that earlier events are not on this device', async () => {
  reached = false;
  show();
  expect(await screen.findByText('Earlier events are not on this device.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a short history offers no earlier events', async () => {
  show(DOCUMENT.slice(1));
  expect(screen.getByText('19 events')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
