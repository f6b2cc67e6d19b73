import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readOrdersSummary } from '#db/api/ordering/orders.ts';
import { OnlineQueries } from './online-queries.tsx';
import { forgetAnswers } from './session-gate.ts';
import { useCall } from './use-call.ts';
import { useOrderChanges } from './use-order-changes.ts';

class FakeStream extends EventTarget {
  static open: FakeStream[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.open.push(this);
  }
  close(): void {
    FakeStream.open = FakeStream.open.filter((one) => one !== this);
  }
  report(...orderIds: string[]): void {
    this.dispatchEvent(new MessageEvent('orders', { data: JSON.stringify({ orderIds }) }));
  }
}

let reads = 0;
let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  reads = 0;
  visibility = 'visible';
  FakeStream.open = [];
  vi.stubGlobal('EventSource', FakeStream);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('fetch', async () => {
    reads += 1;
    return Response.json({
      orders: [],
      specimens: [],
      drafts: { total: 0, rows: [] },
      approvals: { total: 0, rows: [] },
      customer: null,
      toName: [],
      recent: [],
      weeks: [],
    });
  });
});
afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function TestPage({ orderId }: { orderId?: string }) {
  useOrderChanges(orderId);
  const { data } = useCall(readOrdersSummary, {});
  return data ? <p>Shown</p> : null;
}
async function show(orderId?: string) {
  render(
    <OnlineQueries>
      <TestPage {...(orderId ? { orderId } : {})} />
    </OnlineQueries>,
  );
  await screen.findByText('Shown');
  await vi.waitFor(() => expect(FakeStream.open).toHaveLength(1));
  const [stream] = FakeStream.open;
  if (!stream) throw new Error('No stream');
  return stream;
}
const setVisible = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('a page reads its order again when that order changes elsewhere, not when another does', async () => {
  const stream = await show('order-1');
  expect([stream.url, reads]).toEqual(['/api/sync/orders', 1]);
  stream.report('order-2');
  stream.dispatchEvent(new MessageEvent('orders', { data: 'not json' }));
  await Promise.resolve();
  expect(reads).toBe(1);
  stream.report('order-2', 'order-1');
  await vi.waitFor(() => expect(reads).toBe(2));
});

test('a page of all orders reads again with every change', async () => {
  const stream = await show();
  stream.report('order-2');
  await vi.waitFor(() => expect(reads).toBe(2));
});

test('a hidden window holds no connection and reads again when it is shown', async () => {
  await show('order-1');
  setVisible('hidden');
  expect(FakeStream.open).toEqual([]);
  setVisible('visible');
  await vi.waitFor(() => expect([FakeStream.open.length, reads]).toEqual([1, 2]));
});

test('a page reads again after the connection was broken, and ends it when the page is left', async () => {
  const stream = await show('order-1');
  stream.dispatchEvent(new Event('open'));
  expect(reads).toBe(1);
  stream.dispatchEvent(new Event('error'));
  stream.dispatchEvent(new Event('open'));
  await vi.waitFor(() => expect(reads).toBe(2));
  cleanup();
  expect(FakeStream.open).toEqual([]);
});
