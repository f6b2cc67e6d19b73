import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { CollectionName } from '#db/sync/collections.ts';
import { watchFrames } from './chaos-device.ts';

function deviceWith(states: Record<string, 'pending' | 'accepted'>, cursor = 9) {
  const changed = new Subject<ReadonlySet<CollectionName>>();
  let predictions = new Map<string, { outcome: 'APPLIED'; code: null; message: null }>();
  const outbox = {
    all: () =>
      Object.entries(states).map(([id, state]) => ({ id, state, rev: state === 'accepted' ? 7 : null })),
  };
  const frames = watchFrames(
    { changed, view: { predictions: () => predictions }, outbox },
    async () => cursor,
  );
  const frame = (...ids: string[]) => {
    predictions = new Map(ids.map((id) => [id, { outcome: 'APPLIED', code: null, message: null }]));
    changed.next(new Set());
  };
  return { frames, frame, states };
}

test('waiting work that is missing from one frame is a flicker', async () => {
  const { frames, frame } = deviceWith({ a: 'pending', b: 'pending' });
  frame('a', 'b');
  expect(await frames.problem()).toBeNull();
  frame('b');
  expect(await frames.problem()).toBe('I8 a waits and is not shown');
});

test('an operation that left the overlay and returns is a flicker', async () => {
  const { frames, frame } = deviceWith({ a: 'accepted' });
  frame('a');
  frame();
  expect(await frames.problem()).toBeNull();
  frame('a');
  expect(await frames.problem()).toBe('I8 a came back into the overlay');
});

test('an accepted operation that leaves before its documents arrive is a flicker', async () => {
  const { frames, frame } = deviceWith({ a: 'accepted' }, 6);
  frame('a');
  frame();
  expect(await frames.problem()).toBe('I8 a was accepted at 7 and is not shown at 6');
});
