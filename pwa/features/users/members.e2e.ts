import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { openPrivate, type Size } from '#pwa/testing/browser/launch.ts';
import { type PageProblems, watchProblems } from '#pwa/testing/browser/page-problems.ts';
import { PASSWORD } from '#pwa/testing/browser/sign-in.ts';

interface Visitor {
  context: BrowserContext;
  page: Page;
  problems: PageProblems;
}

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Somebody signed in at a browser of their own; their pages must write no problem to the console. */
async function visitor(
  { browser, baseURL }: { browser: Parameters<typeof openPrivate>[0]; baseURL: string | undefined },
  size: Size,
  name: string,
): Promise<Visitor> {
  const origin = baseURL ?? '';
  const context = await openPrivate(browser, size);
  contexts.push(context);
  const problems = watchProblems(context, () => false);
  const { csrfToken } = await (await context.request.get(`${origin}/api/auth/csrf`)).json();
  await context.request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { origin },
    form: { email: `${name}@wbl.example`, password: PASSWORD, csrfToken, callbackUrl: '/', json: 'true' },
  });
  return { context, page: await context.newPage(), problems };
}

/** Looks at a page as it stands: no sideways movement, large targets, and WCAG in each theme. */
async function lookAt(page: Page, size: Size, name: string): Promise<void> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
  for (const theme of ['light', 'dark', 'midnight']) {
    await page.evaluate((value) => {
      document.documentElement.dataset['theme'] = value;
    }, theme);
    expect.soft(await axeFindings(page, theme !== 'light'), `${name}, ${theme}`).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
}

const openPerson = async (page: Page, name: string): Promise<void> => {
  await page.goto(`/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
};
const openMenu = (page: Page) => page.getByRole('button', { name: /user menu/ }).click();

for (const size of ['handheld', 'desktop'] as const) {
  test(`a university's manager invites a member, and withdraws the invitation: ${size}`, async ({
    browser,
    baseURL,
  }) => {
    const { page, problems } = await visitor({ browser, baseURL }, size, 'institution-manager');
    const email = `newcomer-${size}@lakeside.example`;
    await page.goto('/users');
    await expect(page.getByText('Priya Raman')).toBeVisible();
    await lookAt(page, size, 'the list of people');
    await page.getByRole('button', { name: 'Invite user' }).first().click();
    await page.getByLabel(/E-mail/).fill('not an address');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Enter an e-mail address.')).toBeVisible();
    await page.getByLabel(/E-mail/).fill(email);
    // A university gives the roles of a university, called as its people call them.
    await expect(page.getByLabel(/^Role \*?/).locator('option')).toHaveText(['Choose…', 'Admin', 'Member']);
    await page.getByLabel(/^Role \*?/).selectOption('Member');
    await lookAt(page, size, 'the invitation');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Invite email sent successfully')).toBeVisible();
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await expect(page.getByText(email)).toBeVisible();
    await lookAt(page, size, 'the list of invitations');
    await page.getByRole('button', { name: 'Invite user' }).first().click();
    await page.getByLabel(/E-mail/).fill('postdoc@wbl.example');
    await page.getByLabel(/^Role \*?/).selectOption('Member');
    problems.allow(/api\/auth\/send-email/);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('alert')).toContainText(/staff|member already/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`/users?tab=invitations&invited-search=${email}`);
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect(page.getByText(`The invitation of ${email} is withdrawn.`)).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toHaveCount(0);
    expect(problems.found()).toEqual([]);
  });

  test(`whoever is deactivated is out at the next request, and comes back when activated: ${size}`, async ({
    browser,
    baseURL,
  }) => {
    const manager = await visitor({ browser, baseURL }, size, 'company-manager');
    const member = await visitor({ browser, baseURL }, 'desktop', 'member');
    await member.page.goto('/');
    await expect(member.page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await openPerson(manager.page, 'Noel Fischer');
    await lookAt(manager.page, size, "a person's page");
    await manager.page.getByRole('button', { name: 'Deactivate…' }).click();
    await manager.page.getByRole('button', { name: 'Deactivate user' }).click();
    await expect(manager.page.getByText('A reason is required.')).toBeVisible();
    await manager.page.getByLabel(/Reason/).fill(`Left the company (${size}).`);
    await lookAt(manager.page, size, 'the deactivation');
    await manager.page.getByRole('button', { name: 'Deactivate user' }).click();
    await expect(manager.page.getByText(`“Left the company (${size}).”`)).toBeVisible();
    member.problems.allow(/./);
    expect((await member.context.request.get('/api/preference')).status()).toBe(401);
    await member.page.goto('/settings');
    await expect(member.page).toHaveURL(/sign-in/);
    await manager.page.getByRole('button', { name: 'Activate…' }).click();
    await manager.page.getByLabel(/Reason/).fill(`Came back (${size}).`);
    await manager.page.getByRole('button', { name: 'Activate user' }).click();
    await expect(manager.page.getByText(`“Came back (${size}).”`)).toBeVisible();
    const again = await visitor({ browser, baseURL }, 'desktop', 'member');
    expect((await again.context.request.get('/api/preference')).status()).toBe(200);
    expect(manager.problems.found()).toEqual([]);
  });

  test(`a super admin goes home in another role, and back: ${size}`, async ({ browser, baseURL }) => {
    const { page } = await visitor({ browser, baseURL }, size, 'developer');
    await page.goto('/users');
    await expect(page.getByText('Ada Okafor').first()).toBeVisible();
    const switchTo = async (label: string) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Switch role…' }).click();
      await page.getByLabel(/^Role \*?/).selectOption(label);
      await page.getByRole('dialog').getByRole('button', { name: 'Switch role' }).click();
    };
    await switchTo('Developer');
    await expect(page.getByText('You are already an Developer')).toBeVisible();
    await switchTo('Company Member');
    await expect(page).toHaveURL(/\/$/);
    await openMenu(page);
    await expect(page.getByText('Member · WBL Laboratory')).toBeVisible();
    await page.keyboard.press('Escape');
    expect((await page.request.get('/api/users')).status()).toBe(403);
    await switchTo('Developer');
    await expect.poll(async () => (await page.request.get('/api/users')).status()).toBe(200);
  });

  test(`somebody in two companies switches account: ${size}`, async ({ browser, baseURL }) => {
    const { page, problems } = await visitor({ browser, baseURL }, size, 'two-companies');
    const current = async (): Promise<string> =>
      (await (await page.request.get('/api/auth/session')).json()).user.companyName;
    await page.goto('/');
    await openMenu(page);
    await lookAt(page, size, 'the user menu');
    const before = await current();
    const other = before === 'Northfield Biotech' ? 'Harbor Research Institute' : 'Northfield Biotech';
    const companies = page.getByRole('menuitem').filter({ hasText: /Northfield|Harbor/ });
    await expect(companies).toHaveText([/^Harbor Research Institute/, /^Northfield Biotech/]);
    // Asking for the session meanwhile would renew the cookie of the old one.
    const home = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: new RegExp(other) }).click();
    await home;
    await openMenu(page);
    await expect(page.getByText(`Member · ${other}`)).toBeVisible();
    expect(await current()).toBe(other);
    expect(problems.found()).toEqual([]);
  });
}
