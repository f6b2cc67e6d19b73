import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScanVerdict } from './scan-verdict.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the verdict of every scan scrolls into view, even far down a list', () => {
  const moved = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const page = render(<ScanVerdict verdict="ok" title="Here" scanKey={1} />);
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={2} />);
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={2} detail="Drawn again" />);
  expect(moved.mock.calls).toEqual([[{ block: 'nearest' }], [{ block: 'nearest' }]]);
});

test('every scan flashes again, also with an equal verdict; a plain render does not', () => {
  const answer = () => page.getByRole('status');
  const page = render(<ScanVerdict verdict="ok" title="Here" scanKey={1} />);
  const box = answer();
  const first = box.dataset['flash'];
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={1} detail="Drawn again" />);
  expect(answer().dataset['flash']).toBe(first);
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={2} />);
  expect(answer().dataset['flash']).not.toBe(first);
  page.rerender(<ScanVerdict verdict="ok" title="There" scanKey={3} />);
  expect(answer().dataset['flash']).toBe(first);
  expect(answer()).toBe(box);
});

test('a visible verdict causes no scrolling', () => {
  const moved = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  let notifyObserver: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        notifyObserver = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const setIntersecting = (isIntersecting: boolean) =>
    Reflect.apply(notifyObserver, undefined, [[{ isIntersecting }]]);
  const page = render(<ScanVerdict verdict="ok" title="Here" scanKey={1} />);
  expect(moved).toHaveBeenCalledTimes(1);
  setIntersecting(true);
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={2} />);
  expect(moved).toHaveBeenCalledTimes(1);
  setIntersecting(false);
  page.rerender(<ScanVerdict verdict="ok" title="Here" scanKey={3} />);
  expect(moved).toHaveBeenCalledTimes(2);
});
