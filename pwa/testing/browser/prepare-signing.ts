import { expect } from '@playwright/test';
import type { Device } from './device.ts';
import { PASSWORD, PIN } from './sign-in.ts';

/** Enable the device to sign for its user offline; once, and online. */
export async function prepareSigning(device: Device): Promise<void> {
  await device.open('/settings?tab=signing');
  await device.ready();
  await device.page.getByLabel('Your signing PIN').fill(PIN);
  // The form below has a password field too.
  await device.page.getByLabel('Your password').first().fill(PASSWORD);
  await device.page.getByRole('button', { name: 'Prepare this device' }).click();
  await expect(device.page.getByText('You can sign on this device, also offline.').first()).toBeVisible();
}
