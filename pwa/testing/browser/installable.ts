import { expect } from '@playwright/test';
import type { Device } from './device.ts';

/** List Chromium's reasons why the app cannot be installed; empty when it can. */
export async function expectInstallable(device: Device): Promise<void> {
  const session = await device.context.newCDPSession(device.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    name: 'Benchside',
    display: 'standalone',
    start_url: '/',
  });
  await session.detach();
}
