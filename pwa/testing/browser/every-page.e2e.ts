import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { homeOf } from '#db/access/homes.ts';
import { mayVisit } from '#db/access/paths.ts';
import type { Role } from '#db/access/roles.ts';
import { SITE_PATHS } from '#db/access/site-paths.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { axeFindingsInThemes, sidewaysOverflowAtWidths, smallTargets } from './accessible.ts';
import { test } from './bench-test.ts';
import { closeBrowsing } from './device.ts';
import { SIZES, type Size } from './launch.ts';
import { forgetLayoutShifts, layoutShifts, recordLayoutShifts } from './layout-shift.ts';
import { benchScreens, goTo } from './screens.ts';
import { originOf, signInAt, unbuiltFor } from './shell-world.ts';

/**
 * The users who open the pages: each opens those that no earlier one may, so that few are shown with the
 * bench loaded.
 */
const PEOPLE: readonly (readonly [BusinessEntity, Role])[] = [
  ['WBL', 'COMPANY_MANAGER'],
  ['RESONANT', 'CLINICAL_MANAGER'],
  ['WBL', 'BILLING_MANAGER'],
  ['WBL', 'ADMIN'],
];

/** Existing pages, without bench screens and redirects, and the pages of every path without one. */
async function pagesToShow(pool: pg.Pool): Promise<Set<string>> {
  const coveredPaths = ['/lab', '/inventory', ...(await benchScreens(pool)).map(({ path }) => path)];
  const remainingPaths = SITE_PATHS.filter(({ path, built }) => built && !coveredPaths.includes(path));
  const unbuilt = unbuiltFor('lab-services', 'COMPANY_MANAGER') ?? '/';
  return new Set(['/', ...remainingPaths.map(({ path }) => path), unbuilt, '/nowhere']);
}

/**
 * Open a page on a handheld by its address, which loads the app each time; on a desktop by the app's links.
 */
async function openPage(page: Page, url: string, size: Size): Promise<void> {
  const inApp = page.url() !== 'about:blank' && !page.url().endsWith('.js');
  await forgetLayoutShifts(page);
  if (size === 'desktop' && inApp) await goTo(page, new URL(url).pathname);
  else await page.goto(url);
}

for (const size of ['handheld', 'desktop'] as const)
  test(`every page outside the bench is accessible, in all themes: ${size}`, { tag: '@walk' }, async ({
    browser,
    lab,
  }) => {
    test.setTimeout(900_000);
    const pendingPaths = await pagesToShow(lab.pool);
    for (const [entity, role] of PEOPLE) {
      const origin = originOf(`http://localhost:${lab.port}`, entity);
      const context = await browser.newContext({
        ...SIZES[size],
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await recordLayoutShifts(page);
      const session = await signInAt(page, origin, entity, role);
      const { user, siteVariant } = session;
      // Homes differ by role. A bench home fills while the device loads the lab for the first time:
      // accessible-screens.e2e.ts measures it on a device that has the lab.
      if (!pendingPaths.has('/') && homeOf(session) !== 'BENCH')
        await test.step(`home of ${role}`, async () => {
          await openPage(page, `${origin}/`, size);
          await expect(page.locator('h1').first()).toBeVisible();
          expect.soft(await layoutShifts(page), `home of ${role} stays in place while it loads`).toEqual([]);
        });
      for (const path of pendingPaths) {
        if (path !== '/nowhere' && !mayVisit(siteVariant, user, path)) continue;
        pendingPaths.delete(path);
        await test.step(`${path} by ${role}`, async () => {
          await openPage(page, `${origin}${path}`, size);
          await expect(page.locator('h1').first()).toBeVisible();
          expect.soft(await layoutShifts(page), `${path} stays in place while it loads`).toEqual([]);
          expect
            .soft(await sidewaysOverflowAtWidths(page, size), `${path} does not move sideways`)
            .toEqual([]);
          expect.soft(await smallTargets(page, size === 'handheld'), `${path} has large targets`).toEqual([]);
          // Last, because a browser does not count layout shifts soon after the window has changed its size.
          expect.soft(await axeFindingsInThemes(page), path).toEqual([]);
        });
      }
      await closeBrowsing(context);
    }
    expect([...pendingPaths], 'somebody opens every page').toEqual([]);
  });
