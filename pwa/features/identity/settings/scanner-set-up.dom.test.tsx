import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  DEFAULT_SCANNER_SETTINGS,
  saveScannerSettings,
  scannerSettings,
} from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext, useHandScanner } from '#pwa/scanning/use-scan.ts';
import {
  createSimulatedKeyboard,
  type ScannerTyping,
  type SimulatedKeyboard,
} from '#pwa/testing/simulated-keyboard.ts';
import { ScannerPart } from './scanner-part.tsx';

let bus: ScanBus;
let keyboard: SimulatedKeyboard;

function Page() {
  useHandScanner();
  return <ScannerPart />;
}

beforeEach(() => {
  vi.useFakeTimers();
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  bus = createScanBus({ repeatWindowMs: () => 1500 });
  keyboard = createSimulatedKeyboard({
    elapse: (ms) =>
      act(() => {
        vi.advanceTimersByTime(ms);
      }),
  });
  render(
    <ScanBusContext value={bus}>
      <Page />
    </ScanBusContext>,
  );
});
afterEach(() => vi.useRealTimers());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const scanAll = (codes: readonly string[], typing: ScannerTyping): void => {
  for (const code of codes) {
    keyboard.scan(code, typing);
    keyboard.wait(600);
  }
};
const learnedValue = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')?.textContent;

test('three scans of the displayed codes configure the scanner, show the result and save it on this device', async () => {
  expect(learnedValue('Speed')).toBe('Not measured');
  press('Set up scanner');
  const shownCodes = screen
    .getAllByRole('img')
    .map((one) => one.getAttribute('aria-label')?.replace('Barcode ', ''));
  expect(shownCodes).toHaveLength(3);
  scanAll(shownCodes.slice(0, 2).map(String), { gapMs: 60, prefix: 'F13', suffix: 'Tab' });
  expect(screen.getByText('Scan three codes: 2 of 3 scanned.')).toBeTruthy();
  expect(screen.getAllByText('10 keys · 60 ms a character')).toHaveLength(2);
  scanAll(shownCodes.slice(2).map(String), { gapMs: 60, prefix: 'F13', suffix: 'Tab' });
  expect(screen.getByText('The scanner is set up.')).toBeTruthy();
  expect([learnedValue('Prefix'), learnedValue('Suffix'), learnedValue('Speed')]).toEqual([
    'F13',
    'Tab',
    '60 ms a character',
  ]);
  const saved: unknown = JSON.parse(localStorage.getItem('benchside.scanner') ?? '{}');
  expect(saved).toMatchObject({ prefix: 'F13', suffix: 'Tab', gapMs: 93, learnedGapMs: 60 });
  expect(bus.waiting()).toBe(0);

  keyboard.scan('W26325-0007', { gapMs: 60, prefix: 'F13', suffix: 'Tab' });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Hand scanner · 11 signs · sent as W26325-0007')).toBeTruthy();
});

test("three of the lab's own labels configure the scanner as well", () => {
  press('Set up scanner');
  scanAll(['W26325-0007', 'BOX-0012', 'R-000116'], { gapMs: 12 });
  expect([learnedValue('Prefix'), learnedValue('Suffix'), learnedValue('Speed')]).toEqual([
    'None',
    'Enter',
    '12 ms a character',
  ]);
});

test('a scanner that cannot be told from typing is refused with instructions, and nothing is saved', () => {
  press('Set up scanner');
  scanAll(['W26325-0007', 'BOX-0012', 'R-000116'], { gapMs: 220 });
  expect(screen.getByRole('alert').textContent).toContain('Set it to send F13 before each code.');
  expect(scannerSettings()).toEqual({ ...DEFAULT_SCANNER_SETTINGS, muted: true });
  press('Set up again');
  expect(screen.getByText('Scan three codes: 0 of 3 scanned.')).toBeTruthy();
});

test('the keyboard leaves the set-up, and a reset deletes the configuration', () => {
  press('Set up scanner');
  keyboard.press('Tab', 500);
  screen.getByRole('button', { name: 'Cancel' }).focus();
  keyboard.press('Enter', 500);
  expect(screen.getByRole('button', { name: 'Set up scanner' })).toBeTruthy();
  act(() => void saveScannerSettings({ prefix: 'F13', learnedGapMs: 60 }));
  expect(learnedValue('Prefix')).toBe('F13');
  press('Reset scanner settings');
  expect([learnedValue('Prefix'), learnedValue('Speed')]).toEqual(['None', 'Not measured']);
  expect(scannerSettings()).toEqual(DEFAULT_SCANNER_SETTINGS);
});

test('a typed prefix is saved when it is a key, and refused otherwise', () => {
  const field = screen.getByLabelText(/Key before each code/);
  fireEvent.change(field, { target: { value: 'Ctrl+B' } });
  expect(scannerSettings().prefix).toBe('Ctrl+B');
  fireEvent.change(field, { target: { value: ']C1' } });
  expect(screen.getByText('Enter one key: F13, ~ or Ctrl+B.')).toBeTruthy();
  expect(scannerSettings().prefix).toBe('Ctrl+B');
});
