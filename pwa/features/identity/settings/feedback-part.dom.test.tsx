import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  DEFAULT_SCANNER_SETTINGS,
  saveScannerSettings,
  scannerSettings,
} from '#pwa/scanning/keys/scanner-settings.ts';
import { applyHand, saveLeftHanded } from '#pwa/theme/hand.ts';
import { FeedbackPart } from './feedback-part.tsx';

beforeEach(() => {
  saveScannerSettings(DEFAULT_SCANNER_SETTINGS);
  saveLeftHanded(false);
});

test('sound, volume and vibration are stored on this device', async () => {
  render(<FeedbackPart />);
  fireEvent.change(screen.getByRole('slider', { name: /^Volume/ }), { target: { value: '30' } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Vibrate on scans' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Scan sounds' }));
  expect(scannerSettings()).toMatchObject({ muted: true, volume: 30, vibration: false });
  expect(JSON.parse(localStorage.getItem('benchside.scanner') ?? '{}')).toMatchObject({ volume: 30 });
  expect(screen.getByRole('slider')).toHaveProperty('disabled', true);
});

test('the left-handed layout is applied at once and at the next start', async () => {
  render(<FeedbackPart />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Left-handed layout' }));
  expect(document.documentElement.dataset['hand']).toBe('left');
  delete document.documentElement.dataset['hand'];
  applyHand();
  expect(document.documentElement.dataset['hand']).toBe('left');
});
