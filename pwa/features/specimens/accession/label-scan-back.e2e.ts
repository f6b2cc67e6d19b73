import { expect } from '@playwright/test';
import { decodeLabels, printAndRasterise } from '#pwa/printing/rasterise-labels.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { expectUsable, figure, putTubeOrder, scanAll } from '#pwa/testing/browser/delivery.ts';

test('labels printed at receiving read back, and a wrong one on a tube stops the receiving', async ({
  lab,
  newDevice,
  browser,
}) => {
  const tubes = await putTubeOrder(lab.pool, 'W-000991', 3);
  const device = await newDevice('desktop');
  const { page, context } = device;
  let printed = '';
  await context.exposeFunction('keepPrintedPage', (html: string) => {
    printed = html;
  });
  // A headless browser shows no print window, so the printed content is captured.
  await context.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')?.get;
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      configurable: true,
      get(this: HTMLIFrameElement) {
        const inside: Window | null = own?.call(this) ?? null;
        const keep: unknown = Reflect.get(window, 'keepPrintedPage');
        if (inside && keep instanceof Function)
          inside.print = () => keep(inside.document.documentElement.outerHTML);
        return inside;
      },
    });
  });
  await device.signIn('LAB_TECH');
  await device.open('/lab/specimens/accession');
  await device.ready();
  await page.getByRole('heading', { name: 'Receive shipment' }).click();
  await device.scan('W-000991');
  await expect(figure(page, 'expected')).toHaveText('3');
  await scanAll(device, tubes, 100);
  await expect(figure(page, 'received')).toHaveText('3');
  await page.getByRole('button', { name: 'Print 3 labels' }).click();
  await expectUsable(device, false);
  await page.getByRole('dialog').getByRole('button', { name: 'Print 3' }).click();
  await page.getByRole('button', { name: 'Yes, all of them' }).click();
  await expect(page.getByText('Scan it back')).toHaveCount(3);
  await expect.poll(() => printed).toContain('label-page');
  const codes = await decodeLabels(await printAndRasterise(browser, printed, 203));
  const [first, second] = codes;
  expect(codes).toHaveLength(3);
  expect(codes.every((code) => /^W\d{5}-\w{4}-01$/.test(code ?? ''))).toBe(true);
  await device.scan(tubes[0] ?? '');
  await expect(page.getByText(`${tubes[0]} was already scanned in this session.`)).toBeVisible();
  await device.scan(second ?? '');
  await expect(page.getByText(`Label does not match ${first?.slice(0, -3)}.`)).toBeVisible();
  await device.scan(first ?? '');
  await expect(page.getByText('Label matches')).toBeVisible();
  await expect(page.getByText('Checked')).toHaveCount(1);
  const log = 'SELECT jsonb_array_length(labels) AS labels, printer FROM print_job';
  await expect
    .poll(async () => (await lab.pool.query(log)).rows)
    .toEqual([{ labels: 3, printer: 'BROWSER' }]);
});
