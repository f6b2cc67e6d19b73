import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { CollectionName } from '#db/sync/collections.ts';
import { watchFrames } from './frames.ts';

function deviceWith(states: Record<string, 'pending' | 'accepted'>) {
  const changed = new Subject<ReadonlySet<CollectionName>>();
  let shown = new Map<string, { outcome: 'APPLIED'; code: null; message: null }>();
  const frames = watchFrames({
    changed,
    view: { predictions: () => shown },
    outbox: { all: () => Object.entries(states).map(([id, state]) => ({ id, state })) },
  });
  const frame = (...ids: string[]) => {
    shown = new Map(ids.map((id) => [id, { outcome: 'APPLIED', code: null, message: null }]));
    changed.next(new Set());
  };
  return { frames, frame, states };
}

test('work that waits and is missing from one frame is a flicker', () => {
  const { frames, frame } = deviceWith({ a: 'pending', b: 'pending' });
  frame('a', 'b');
  expect(frames.problem()).toBeNull();
  frame('b');
  expect(frames.problem()).toBe('I8 a waits and is not shown');
});

test('work that left the overlay and comes back is a flicker', () => {
  const { frames, frame } = deviceWith({ a: 'accepted' });
  frame('a');
  frame();
  expect(frames.problem()).toBeNull();
  frame('a');
  expect(frames.problem()).toBe('I8 a came back into the overlay');
});
