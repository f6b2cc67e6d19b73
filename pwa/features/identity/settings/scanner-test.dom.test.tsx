import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus } from '#pwa/scanning/scan-bus.ts';
import { ScanBusContext } from '#pwa/scanning/use-scan.ts';
import { ScannerTest } from './scanner-part.tsx';

beforeEach(() => {
  saveScannerSettings({ muted: true });
});

test('the test field shows the parsed scan, including control characters', async () => {
  const bus = createScanBus({ repeatWindowMs: () => 1000, now: () => 0 });
  render(
    <ScanBusContext value={bus}>
      <ScannerTest />
    </ScanBusContext>,
  );
  expect(screen.getByText('Nothing scanned yet.')).toBeTruthy();
  await act(async () => void bus.publish('\u001dtube-1', 'hand'));
  expect(screen.getByText('TUBE-1')).toBeTruthy();
  expect(screen.getByText('Hand scanner · 6 signs · sent as ␝tube-1')).toBeTruthy();
  await act(async () => void bus.publish('TUBE-1', 'hand'));
  expect(screen.getByText('Repeat')).toBeTruthy();
});
