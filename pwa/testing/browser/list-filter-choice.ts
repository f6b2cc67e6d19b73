import type { Page } from '@playwright/test';

/** Add a filter to the list on the page and choose one of its values. */
export async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const names = page.getByRole('group', { name: 'Filter by' });
  await names.getByRole('button', { name: filter, exact: true }).click();
  const choices = page.getByRole('group', { name: filter, exact: true });
  await choices.getByRole('button', { name: value, exact: true }).click();
}
