import { expect, type Page } from '@playwright/test';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** Enter a purchase order and its file at the last step of the wizard, so that the order can be submitted. */
export async function enterPurchaseOrder(page: Page, purchaseOrder: string): Promise<void> {
  await expect(page.getByText('Upload the purchase order.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit order' })).toBeDisabled();
  const number = page.getByLabel(/^Purchase order number/);
  await number.fill(purchaseOrder);
  await number.blur();
  const name = `order ${purchaseOrder}.pdf`;
  await page
    .getByLabel('Purchase order', { exact: true })
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByRole('list', { name: 'Purchase order: files' })).toContainText(name);
  await expect(page.getByText('Everything is there.')).toBeVisible();
}
