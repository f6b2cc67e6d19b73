import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

for (const [width, height] of [
  [360, 760],
  [1440, 900],
] as const)
  test(`a lab manager previews and makes an override at ${width} px`, async ({ newDevice, lab }) => {
    const { rows } = await lab.pool.query<{ id: string; julianId: string }>(
      `SELECT b.id, b.julian_id AS "julianId" FROM batch b JOIN procedure p ON p.id = b.procedure_id
        WHERE b.entity = 'WBL' AND b.status = 'IN_PROGRESS' AND NOT p.clinical ORDER BY b.id LIMIT 1`,
    );
    const [running] = rows;
    const device = await newDevice(width < 768 ? 'handheld' : 'desktop');
    await device.page.setViewportSize({ width, height });
    await device.signIn('LAB_MANAGER');
    await device.open(`/lab/batches/${running?.id}`);
    await device.page.getByRole('button', { name: 'Actions' }).click();
    await device.page.getByRole('menuitem', { name: 'Override status…' }).click();
    const dialog = device.page.getByRole('dialog', { name: `Override Batch ${running?.julianId}?` });
    await dialog.getByRole('combobox', { name: /New status/ }).selectOption({ label: 'Failed' });
    await dialog
      .getByRole('combobox', { name: /Why the samples fail/ })
      .selectOption('EQUIPMENT_MALFUNCTION');
    await expect(dialog.getByText('In progress → Failed QC').first()).toBeVisible();
    expect(await axeFindings(device.page)).toEqual([]);
    expect(await sidewaysOverflow(device.page)).toEqual([]);
    expect(await smallTargets(device.page, width < 768)).toEqual([]);
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('The shaker stopped in the night');
    await device.page.screenshot({ path: test.info().outputPath(`override-${width}.png`) });
    await dialog.getByRole('button', { name: 'Override status' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(device.page.getByText('Failed', { exact: true }).first()).toBeVisible();
  });
