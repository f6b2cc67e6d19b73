import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { askBeforeLeaving } from './lock-replica.ts';

/** Leave the page; true when the browser would ask first. */
const isLeavingBlocked = (page: EventTarget): boolean =>
  !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('leaving the page asks only while an operation is being written', () => {
  const writing = new BehaviorSubject(0);
  const page = new EventTarget();
  askBeforeLeaving(writing, page);
  expect(isLeavingBlocked(page)).toBe(false);
  writing.next(1);
  writing.next(2);
  expect(isLeavingBlocked(page)).toBe(true);
  writing.next(1);
  expect(isLeavingBlocked(page)).toBe(true);
  writing.next(0);
  expect(isLeavingBlocked(page)).toBe(false);
});

test('a closed replica does not ask', () => {
  const writing = new BehaviorSubject(1);
  const page = new EventTarget();
  const asking = askBeforeLeaving(writing, page);
  expect(isLeavingBlocked(page)).toBe(true);
  asking.unsubscribe();
  expect(isLeavingBlocked(page)).toBe(false);
});
