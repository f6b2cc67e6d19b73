import { expect, type Page } from '@playwright/test';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { type Size, sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { mailedLink } from '#pwa/testing/browser/new-account.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

test.use({ serviceWorkers: 'block' });

// The identity provider's file is not a page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;

/** Check a page: no horizontal scrolling, large targets, and WCAG in each theme. */
async function checkScreen(page: Page, size: Size, name: string): Promise<void> {
  expect.soft(await axeFindingsInThemes(page), `${name} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
}

/** Read the server's status for the user who is signed in on the device. */
const ask = ({ context, wire }: Device, path: string) =>
  // On a busy machine the server may have closed the idle connection that is being reused.
  context.request.get(`${wire.origin}${path}`, { maxRetries: 2 });

const openPerson = async ({ page, open }: Device, name: string): Promise<void> => {
  await open(`/users?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
};
const MEMBER = 'member@wbl.example';
const openMenu = (page: Page) => page.getByRole('button', { name: /user menu/ }).click();

for (const size of sizesOfJourney('desktop')) {
  test(`a university's manager invites a member, sends the invitation again, and withdraws it: ${size}`, async ({
    lab,
    newDevice,
  }) => {
    const device = await newDevice(size);
    const { page, problems, open } = device;
    await device.signIn('INSTITUTION_MANAGER');
    const email = `newcomer-${size}@lakeside.example`;
    await open('/users');
    await expect(page.getByText('Priya Raman')).toBeVisible();
    await checkScreen(page, size, 'the list of people');
    await page.getByRole('button', { name: 'Invite user' }).first().click();
    await page.getByLabel(/Email/).fill('not an address');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Enter an email address.')).toBeVisible();
    await page.getByLabel(/Email/).fill(email);
    // A university offers the roles of a university under their own names.
    await expect(page.getByLabel(/^Role \*?/).locator('option')).toHaveText(['Choose…', 'Admin', 'Member']);
    await page.getByLabel(/^Role \*?/).selectOption('Member');
    await checkScreen(page, size, 'the invitation');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText('Invite email sent successfully')).toBeVisible();
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await expect(page.getByText(email)).toBeVisible();
    await checkScreen(page, size, 'the list of invitations');
    const first = await mailedLink(lab.pool, email, 'USER_INVITE');
    await page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: email })
      .getByRole('button', { name: 'Send again' })
      .click();
    // The link of the first email is invalid by now.
    await expect.poll(() => mailedLink(lab.pool, email, 'USER_INVITE')).not.toBe(first);
    await page.getByRole('button', { name: 'Invite user' }).first().click();
    await page.getByLabel(/Email/).fill('postdoc@wbl.example');
    await page.getByLabel(/^Role \*?/).selectOption('Member');
    problems.allow(/api\/auth\/send-email/);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('alert')).toContainText(/staff|already a member/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await open(`/users?tab=invitations&invited-search=${email}`);
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect(page.getByText(`The invitation of ${email} is withdrawn.`)).toBeVisible();
    await expect(page.getByText(email, { exact: true })).toHaveCount(0);
  });

  test(`a deactivated user is signed out at the next request, and can return when activated: ${size}`, async ({
    newDevice,
  }) => {
    const manager = await newDevice(size);
    const member = await newDevice('desktop');
    await manager.signIn('COMPANY_MANAGER');
    await member.signInAs(MEMBER);
    await member.open('/');
    await expect(member.page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await openPerson(manager, 'Noel Fischer');
    await checkScreen(manager.page, size, "a person's page");
    await manager.page.getByRole('button', { name: 'Deactivate…' }).click();
    await manager.page.getByRole('button', { name: 'Deactivate user' }).click();
    await expect(manager.page.getByText('A reason is required.')).toBeVisible();
    await manager.page.getByLabel(/Reason/).fill(`Left the company (${size}).`);
    await checkScreen(manager.page, size, 'the deactivation');
    await manager.page.getByRole('button', { name: 'Deactivate user' }).click();
    await expect(manager.page.getByText(`“Left the company (${size}).”`)).toBeVisible();
    member.problems.allow(/./);
    expect((await ask(member, '/api/preference')).status()).toBe(401);
    await member.open('/settings');
    await expect(member.page).toHaveURL(/sign-in/);
    await manager.page.getByRole('button', { name: 'Activate…' }).click();
    await manager.page.getByLabel(/Reason/).fill(`Came back (${size}).`);
    await manager.page.getByRole('button', { name: 'Activate user' }).click();
    await expect(manager.page.getByText(`“Came back (${size}).”`)).toBeVisible();
    await member.signInAs(MEMBER);
    expect((await ask(member, '/api/preference')).status()).toBe(200);
  });
}

const NAMES = {
  WBL: { lab: 'WBL Laboratory', second: 'Harbor Research Institute' },
  RESONANT: { lab: 'Resonant Clinical Laboratory', second: 'Harbor Clinic' },
} as const;
/** Journeys through the user menu at both business entities. */
const shellsOf = (usual: Size) =>
  BUSINESS_ENTITIES.flatMap((entity) =>
    sizesOfJourney(usual).map((size) => ({ entity, size, ...NAMES[entity] })),
  );

/** Read the server's status for the open page. */
const status = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (url) => (await fetch(url)).status, path);

for (const { entity, size, lab } of shellsOf('desktop'))
  test(`a super admin goes home in another role, and back: ${entity}, ${size}`, async ({ newDevice }) => {
    const device = await newDevice(size);
    const { page } = device;
    device.problems.allow(ICON);
    // The former role's bench may still send requests while the new page loads; a member may not read people.
    device.problems.allow(/status of 403 .*\/api\/(sync\/|users)/);
    const origin = originOf(device.wire.origin, entity);
    await signInAt(page, origin, entity, 'DEVELOPER');
    await page.goto(`${origin}/users`);
    await expect(page.getByText('Ada Okafor').first()).toBeVisible();
    const chooseRole = async (label: string): Promise<void> => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Switch role…' }).click();
      await page.getByLabel(/^Role \*?/).selectOption(label);
      await page.getByRole('dialog').getByRole('button', { name: 'Switch role' }).click();
    };
    const switchTo = async (label: string): Promise<void> => {
      const home = page.waitForEvent('load');
      await chooseRole(label);
      await home;
    };
    await chooseRole('Developer');
    await expect(page.getByText('You are already an Developer')).toBeVisible();
    await switchTo('Company Member');
    await expect(page).toHaveURL(/\/$/);
    await openMenu(page);
    await expect(page.getByText(`Member · ${lab}`)).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await status(page, '/api/users')).toBe(403);
    await switchTo('Developer');
    expect(await status(page, '/api/users')).toBe(200);
  });

for (const { entity, size, second } of shellsOf('handheld'))
  test(`a user of two organizations switches account: ${entity}, ${size}`, async ({ newDevice }) => {
    const device = await newDevice(size);
    const { page } = device;
    device.problems.allow(ICON);
    const origin = originOf(device.wire.origin, entity);
    const { user } = await signInAt(page, origin, entity, 'two-companies');
    await page.goto(`${origin}/`);
    await openMenu(page);
    await checkScreen(page, size, 'the user menu');
    const other = user.companyName === 'Northfield Biotech' ? second : 'Northfield Biotech';
    const companies = page.getByRole('menuitem').filter({ hasText: /Northfield|Harbor/ });
    await expect(companies).toHaveText([/^Harbor/, /^Northfield Biotech/]);
    // A concurrent session request would renew the cookie of the old session.
    const home = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: new RegExp(other) }).click();
    await home;
    await openMenu(page);
    await expect(page.getByText(new RegExp(`^(Member|Clinician) · ${other}$`))).toBeVisible();
    const current = await page.evaluate(async () => (await (await fetch('/api/auth/session')).json()).user);
    expect(current).toMatchObject({ companyName: other });
  });
