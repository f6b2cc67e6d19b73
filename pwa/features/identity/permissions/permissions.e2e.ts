import { expect } from '@playwright/test';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('a removed permission applies at the next request of a signed-in user; unsaved changes block leaving', async ({
  newDevice,
}) => {
  const office = await newDevice('desktop');
  const customer = await newDevice('handheld');
  await customer.signIn('COMPANY_MANAGER');
  await customer.open('/settings');
  const ask = async () => {
    const answer = await customer.context.request.get(`${customer.wire.origin}/api/users`, { maxRetries: 2 });
    return answer.status();
  };
  expect(await ask()).toBe(200);

  const { page } = office;
  await office.signIn('ADMIN');
  await office.open('/permissions');
  await page
    .getByRole('navigation', { name: 'Permission groups' })
    .getByRole('button', { name: /Customer managers/ })
    .click();
  const seeing = page.getByRole('group', { name: 'View users' });
  await seeing.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
  await expect(page.getByText('1 group has unsaved changes')).toBeVisible();

  await page.getByRole('tab', { name: 'By role' }).click();
  await expect(page.getByRole('tab', { name: 'By role' })).toHaveAttribute('aria-selected', 'true');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Organizations' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving.getByRole('button', { name: 'Leave and discard' })).toBeVisible();
  expect.soft(await axeFindings(page), 'leaving').toEqual([]);
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(leaving).toHaveCount(0);
  await expect(page).toHaveURL(/\/permissions/);
  await expect(page.getByText('1 group has unsaved changes')).toBeVisible();

  await page.getByRole('button', { name: 'Save changes' }).click();
  const saving = page.getByRole('dialog', { name: 'Save these changes?' });
  await expect(saving.getByRole('button', { name: 'Save permissions' })).toBeVisible();
  expect.soft(await axeFindings(page), 'saving').toEqual([]);
  expect(await ask(), 'nothing counts before it is saved').toBe(200);
  await saving.getByRole('button', { name: 'Save permissions' }).click();
  await expect(page.getByText('Permissions saved.')).toBeVisible();
  expect(await ask(), 'no new sign-in is needed').toBe(403);
  await expect(page.getByText('1 group has unsaved changes')).toHaveCount(0);

  await menu.getByRole('link', { name: 'Organizations' }).click();
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible();
});
