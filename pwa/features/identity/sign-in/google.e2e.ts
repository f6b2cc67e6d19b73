import { type Browser, expect, type Page, test } from '@playwright/test';
import { closeBrowsing, watchProblems } from '#pwa/testing/browser/device.ts';
import { SIZES } from '#pwa/testing/browser/launch.ts';
import { freePort } from '#scripts/testing/free-port.ts';
import { openLabServer } from '#scripts/testing/lab-server.ts';
import { CLIENT, openTestGoogle, type TestGoogle } from '#sync-server/auth/test-google.ts';

const gina = {
  sub: 'gina-at-google',
  email: 'gina@eastbrook.example',
  email_verified: true,
  given_name: 'Gina',
  family_name: 'Garcia',
};

/** A browser at a lab that offers sign-in with a fake Google. */
async function withGoogleLab(
  browser: Browser,
  runSteps: (page: Page, origin: string, google: TestGoogle) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const google = await openTestGoogle([`${origin}/api/auth/callback/google`]);
  const lab = await openLabServer({
    PORT: String(port),
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: google.issuer,
  });
  const context = await browser.newContext(SIZES.handheld);
  const problems = watchProblems(context, () => false);
  try {
    await runSteps(await context.newPage(), origin, google);
  } finally {
    await closeBrowsing(context);
    await lab.close();
    await google.close();
  }
  expect(problems.list()).toEqual([]);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test('a Google user creates an account without a password, and signs in with Google afterwards', async ({
  browser,
}) => {
  await withGoogleLab(browser, async (page, origin, google) => {
    google.person = gina;
    await page.goto(`${origin}/create-account`);
    await page.getByRole('link', { name: 'Sign up with Google' }).click();
    await expect(page.getByText(`Google confirmed ${gina.email}`)).toBeVisible();
    await expect(page, 'what Google said is gone from the address bar').toHaveURL(`${origin}/create-account`);
    await expect(page.getByLabel('First name')).toHaveValue('Gina');
    await expect(page.getByLabel('Email')).toBeDisabled();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await press(page, 'Continue');
    await page.getByLabel('Company name').fill('Eastbrook University');
    await page.getByRole('radio', { name: 'University' }).check();
    await press(page, 'Continue');
    await page.getByLabel('Street address').fill('1 Main St');
    await page.getByLabel('City').fill('Boston');
    await page.getByLabel('State').selectOption('MA');
    await page.getByLabel('ZIP code').fill('02115');
    await press(page, 'Continue');
    await press(page, 'Create account');
    await expect(page).toHaveURL(/\/create-account\/success/);

    await page.goto(`${origin}/sign-in?callbackUrl=${encodeURIComponent('/settings?tab=account')}`);
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page).toHaveURL(`${origin}/settings?tab=account`);
    await expect(page.getByRole('button', { name: 'Gina Garcia: user menu' })).toBeVisible();
  });
});

test('an unknown user who signs in with Google sees that there is no account', async ({ browser }) => {
  await withGoogleLab(browser, async (page, origin, google) => {
    google.person = { ...gina, email_verified: false };
    await page.goto(`${origin}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page).toHaveURL(/\/auth\/error\?error=OAuthAccountNotLinked$/);
    await expect(heading(page, /./).first()).toBeVisible();
    await page.goto(`${origin}/settings`);
    await expect(page).toHaveURL(/\/sign-in\?/);
  });
});
