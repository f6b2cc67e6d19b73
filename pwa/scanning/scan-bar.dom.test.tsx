import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createScanBus } from './scan-bus.ts';
import { ScanBar } from './scan-station.tsx';
import { ScanBusContext } from './use-scan.ts';

vi.mock('./camera/camera-window.tsx', () => ({
  CameraWindow: ({ open, title, continuous }: { open: boolean; title: string; continuous: boolean }) =>
    open ? <p>{`${title}: ${continuous ? 'one after the other' : 'once'}`}</p> : null,
}));

test('the camera of a phone scans codes one after the other wherever a hand scanner does', async () => {
  render(
    <ScanBusContext value={createScanBus({ repeatWindowMs: () => 0 })}>
      <ScanBar label="Scan the package" />
    </ScanBusContext>,
  );
  expect(screen.getByLabelText('Scan the package')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  expect(screen.getByText('Scan the package: one after the other')).toBeTruthy();
});
