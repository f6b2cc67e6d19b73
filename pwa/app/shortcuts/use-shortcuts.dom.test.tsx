// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useHandScanner, useScan } from '#pwa/scanning/use-scan.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const search = vi.fn();
const help = vi.fn();
const openedPaths: string[] = [];
const codes: string[] = [];
const everywhere = (): boolean => true;

vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  useRouter: () => ({ history: { push: (path: string) => openedPaths.push(path) } }),
}));

function Page() {
  useHandScanner();
  useScan((scan) => void codes.push(scan.code));
  useShortcuts({ search, help }, everywhere);
  return (
    <label>
      Note <input />
    </label>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  saveScannerSettings({ muted: true });
  renderInRouter(
    <ScanBusContext value={createScanBus({ repeatWindowMs: () => 0 })}>
      <Page />
    </ScanBusContext>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  search.mockClear();
  help.mockClear();
  openedPaths.length = 0;
  codes.length = 0;
});

/** Press keys one after the other, as a scanner or a person does. */
async function press(keys: readonly string[], gap: number, more: KeyboardEventInit = {}) {
  for (const key of keys) {
    await act(() => vi.advanceTimersByTimeAsync(gap));
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() });
    fireEvent(document.activeElement ?? document.body, event);
  }
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(2000));

test('keys of a person open pages, the search and the help, though the scanner listener holds them first', async () => {
  await press(['g', 'q'], 180);
  await rest();
  expect(openedPaths).toEqual(['/lab/queue']);
  await press(['/'], 180);
  await rest();
  await press(['?'], 180);
  await rest();
  expect([search.mock.calls.length, help.mock.calls.length]).toEqual([1, 1]);
  await press(['k'], 180, { ctrlKey: true });
  await rest();
  expect(search.mock.calls.length).toBe(2);
});

test.each(['GQ26325-0007', '/26325-0007', '?G26325-Q7'])('a scan of %s stays a scan', async (code) => {
  for (const gap of [3, 20, 60]) {
    codes.length = 0;
    await press([...code, 'Enter'], gap);
    await rest();
    expect(codes).toEqual([code]);
  }
  expect([openedPaths, search.mock.calls, help.mock.calls]).toEqual([[], [], []]);
});

test('letters that are typed into a field stay there', async () => {
  screen.getByLabelText('Note').focus();
  await press(['g', 'q', '/', '?'], 180);
  await rest();
  expect([openedPaths, search.mock.calls, help.mock.calls]).toEqual([[], [], []]);
});
