import { expect, type Page } from '@playwright/test';
import { streamHead } from '#db/api/sync.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sparseBoxes, storedTubes, whereIs } from '#pwa/testing/browser/lab-truth.ts';
import { moveTubes } from '#pwa/testing/browser/receiving.ts';

/** A device that cannot reach the server tries it at least this often. */
const MAX_WAIT_MS = 2_000;

interface Try {
  sentAt: number;
  /** When it failed, or when the server answered. */
  endedAt: number;
  ok: boolean;
}

/** Record each attempt to open the server's stream. */
function recordTries(page: Page): Try[] {
  const tries: Try[] = [];
  const sentAt = new Map<unknown, number>();
  const end = (request: { url(): string }, ok: boolean): void => {
    const startedAt = sentAt.get(request);
    if (startedAt !== undefined && sentAt.delete(request))
      tries.push({ sentAt: startedAt, endedAt: Date.now(), ok });
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === streamHead.path) sentAt.set(request, Date.now());
  });
  page.on('requestfailed', (request) => end(request, false));
  page.on('response', (response) => end(response.request(), response.ok()));
  return tries;
}

const isFailed = ({ ok }: Try): boolean => !ok;

test('a device whose server was away for long sends its work with the first try after the server is back', async ({
  lab,
  newDevice,
}) => {
  const [tube] = await storedTubes(lab.pool, 1);
  const [box] = await sparseBoxes(lab.pool);
  if (!tube || !box) throw new Error('The demo lab has no tube to move.');
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open('/lab/samples/move');
  await device.ready();
  const tries = recordTries(page);
  // The browser still has a network, so no event tells the device when the server is back.
  device.problems.allow(/net::ERR_/);
  device.wire.cut();
  await moveTubes(device, [tube.barcode], box.code);
  // By then every wait has its full length.
  await expect.poll(() => tries.filter(isFailed).length).toBeGreaterThanOrEqual(5);
  await expect(device.chip()).toHaveText(/Offline|1 waiting/);
  const failedBefore = tries.filter(isFailed).length;
  device.wire.mend();
  await expect(device.chip()).toHaveText('Synced');
  expect(await whereIs(lab.pool, tube.barcode)).toMatch(new RegExp(`^${box.code} `));

  const failures = tries.filter(isFailed);
  // One try may have been under way when the server came back.
  expect(failures.length - failedBefore).toBeLessThanOrEqual(1);
  const gaps = tries.slice(1).map(({ sentAt }, index) => sentAt - (tries[index]?.endedAt ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(MAX_WAIT_MS);
});
