import { expect, type Page } from '@playwright/test';
import { menuFor } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import type { Visitor } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { groupMenu, toShownMenu } from '#db/access/shown-menu.ts';
import { SITE_PATHS } from '#db/access/site-paths.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { closeBrowsing } from '#pwa/testing/browser/device.ts';
import { LEADS } from '#pwa/testing/browser/screens.ts';
import {
  openForManyPeople,
  originOf,
  ROLE_GROUPS,
  SITES,
  shownMenu,
  signInAt,
} from '#pwa/testing/browser/shell-world.ts';

/** The one page that is open without a sign-in. */
const OPEN = '/create-account/success';

/**
 * The paths that a visitor opens: all that they may visit, and their share of the others. One gate refuses all
 * pages, so each path that some roles of a group may not visit is refused to one of them.
 */
function pathsFor(variant: SiteVariant, visitor: Visitor, role: Role, roles: readonly Role[]): string[] {
  return SITE_PATHS.filter(({ path }, place) => {
    if (path === OPEN || mayVisit(variant, visitor, path)) return true;
    const refusedRoles = roles.filter((each) => !mayVisit(variant, each, path));
    return refusedRoles[place % refusedRoles.length] === role;
  }).map(({ path }) => path);
}

/** The result of a path: the page, a placeholder, a refusal, or a redirect to sign-in. */
type Finding = 'reached' | 'not built' | 'refused' | 'sign-in' | `broken: ${string}`;
type Findings = Record<string, Finding>;

function expected(variant: SiteVariant, visitor: Visitor | null, paths: readonly string[]): Findings {
  const findings = SITE_PATHS.filter(({ path }) => paths.includes(path)).map(
    ({ path, built }): [string, Finding] => {
      if (path === OPEN) return [path, 'reached'];
      if (visitor === null) return [path, 'sign-in'];
      if (!mayVisit(variant, visitor, path)) return [path, 'refused'];
      return [path, built ? 'reached' : 'not built'];
    },
  );
  return Object.fromEntries(findings);
}

/** The entries of a person's menu by group; a group of entries without a page has no path. */
const expectedMenu = (variant: SiteVariant, visitor: Visitor) =>
  groupMenu(toShownMenu(menuFor(variant, visitor)))
    .flatMap(({ entries }) => entries)
    .map(({ isGroup, path, ...entry }) => ({ ...entry, path: isGroup ? '' : path }));

/** Visit these paths as the links of a page do, without reloading the page, and record what is rendered. */
const visitAll = (page: Page, paths: readonly string[]): Promise<Findings> =>
  page.evaluate(
    async ({ all, leads }) => {
      const LIMIT_MS = 60_000;
      const TITLES: Record<string, Finding> = {
        'You don’t have access to this page': 'refused',
        'There is no such page': 'broken: no such page',
        'This page could not be shown': 'broken: an error',
        'Something went wrong on this page': 'broken: an error',
        'A part of the app could not be loaded': 'broken: a part is missing',
      };
      // The router sets this attribute; then the content of the previous path is gone.
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__: { state: { status: string; resolvedLocation?: { pathname: string } } };
      };
      const findingAt = (requestedPath: string): Finding | null => {
        // A refusal is shown at the requested address.
        const paths = [requestedPath, leads[requestedPath] ?? requestedPath];
        const { status, resolvedLocation } = router.state;
        if (status !== 'idle' || resolvedLocation?.pathname !== location.pathname) return null;
        if (location.pathname === '/sign-in')
          return paths.includes(new URLSearchParams(location.search).get('callbackUrl') ?? '')
            ? 'sign-in'
            : null;
        const main = document.querySelector('main');
        const title = main?.querySelector('h1')?.textContent;
        const arrived = paths.some((path) => location.pathname === path.split('?')[0]);
        if (!arrived || !main || !title) return null;
        const unbuilt = main.textContent.includes('isn’t available yet');
        return TITLES[title] ?? (unbuilt ? 'not built' : 'reached');
      };
      const nextTask = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
      const findings: Findings = {};
      for (const path of all) {
        const link = document.body.appendChild(document.createElement('a'));
        link.href = path;
        link.click();
        link.remove();
        const end = performance.now() + LIMIT_MS;
        let finding = findingAt(path);
        while (finding === null && performance.now() < end) {
          await nextTask();
          finding = findingAt(path);
        }
        findings[path] = finding ?? 'broken: nothing was drawn';
      }
      return findings;
    },
    { all: paths, leads: LEADS },
  );

for (const { entity, label, roles } of ROLE_GROUPS) {
  const { variant } = SITES[entity];
  const visitors: readonly (Role | null)[] = label === 'customers' ? [null, ...roles] : roles;

  test(`every role of ${label} at ${entity} sees exactly its menu, and reaches only its pages`, {
    tag: '@walk',
  }, async ({ browser, lab }) => {
    test.setTimeout(600_000);
    const origin = originOf(`http://localhost:${lab.port}`, entity);
    const { context, problems } = await openForManyPeople(browser);
    const page = await context.newPage();
    await page.goto(`${origin}/sign-in`);
    await expect(page.locator('h1')).toBeVisible();
    for (const role of visitors)
      await test.step(role ?? 'nobody', async () => {
        if (role === null) {
          const all = SITE_PATHS.map(({ path }) => path);
          expect.soft(await visitAll(page, all), 'nobody').toEqual(expected(variant, null, all));
          return;
        }
        const { user, siteVariant } = await signInAt(page, origin, entity, role);
        expect(siteVariant).toBe(variant);
        await page.goto(`${origin}/settings`);
        await expect(page.getByRole('button', { name: `${user.name}: user menu` })).toBeVisible();
        expect.soft(await shownMenu(page), role).toEqual(expectedMenu(variant, user));
        const paths = pathsFor(variant, user, role, roles);
        expect.soft(await visitAll(page, paths), role).toEqual(expected(variant, user, paths));
      });
    await closeBrowsing(context);
    expect(problems.list()).toEqual([]);
  });
}
