import { expect, type Page } from '@playwright/test';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { menuFor } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import { PAGES_NOT_BUILT, SITE_PATHS, sitePathOf } from '#db/access/site-paths.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { closeBrowsing } from '#pwa/testing/browser/device.ts';
import { LEADS } from '#pwa/testing/browser/screens.ts';
import {
  openForManyPeople,
  originOf,
  ROLE_GROUPS,
  SITES,
  signInAt,
} from '#pwa/testing/browser/shell-world.ts';

/** What a page shows instead of its content. */
const PROBLEM_PAGES: Readonly<Record<string, string>> = {
  'You don’t have access to this page': 'refused',
  'There is no such page': 'not found',
  'This page could not be shown': 'an error',
  'Something went wrong on this page': 'an error',
  'A part of the app could not be loaded': 'a part is missing',
};
/** What a page shows of a record that is not there. */
const MISSING = /not found$|is not on this device$|^This page cannot be shown$|^The bench is at /;

const NOT_DRAWN = 'nothing was drawn';

/** A target from the home page: a link by its address, a tile by its label, or the sync state in the header. */
interface Target {
  kind: 'link' | 'tile' | 'chip';
  name: string;
}

/** The page that shows all components, also those of a page that loads. */
const GALLERY = '/dev-tools';
const TILES = 'main button.panel';
const CHIP = 'header button[data-tone]';

/** The path at which an address ends. */
const pathOf = (address: string): string => {
  const [path = ''] = address.split(/[?#]/);
  return (LEADS[path] ?? path).split('?')[0] ?? path;
};

/** Go to an address as the app's links do, without reloading the app. */
const goInApp = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = href;
    link.click();
    link.remove();
  }, address);

/** Wait until the home page has loaded all its parts, and list the targets from it. */
async function listTargets(page: Page): Promise<Target[]> {
  const main = page.locator('main');
  await expect(main.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible();
  // A bench home fills while its device loads the lab for the first time.
  if ((await page.locator(CHIP).count()) > 0) await expect(page.locator(CHIP)).toHaveText(/Synced|conflict/);
  // Each part of a home page appears when its query has an answer: no more follow when none came between two looks.
  let before = -1;
  const hasSettled = async (): Promise<boolean> => {
    const links = await main.locator('a, button').count();
    const isLoading = (await main.locator('.animate-pulse').count()) > 0;
    const isSettled = links === before && !isLoading;
    before = links;
    return isSettled;
  };
  await expect.poll(hasSettled, { intervals: [400] }).toBe(true);
  return page.evaluate(
    ([tiles = '', chip = '']) => {
      const links = [
        ...document.querySelectorAll('header a[href^="/"], nav a[href^="/"], main a[href^="/"]'),
      ];
      const addresses = links.map((link) => link.getAttribute('href') ?? '');
      const labels = [...document.querySelectorAll(`${tiles} .text-sm`)]
        .filter((label) => label.previousElementSibling === null)
        .map((label) => label.textContent ?? '');
      return [
        ...[...new Set(addresses)].map((name) => ({ kind: 'link' as const, name })),
        ...[...new Set(labels)].map((name) => ({ kind: 'tile' as const, name })),
        ...(document.querySelector(chip) ? [{ kind: 'chip' as const, name: 'the sync state' }] : []),
      ];
    },
    [TILES, CHIP],
  );
}

/** Follow a target and report what is wrong with the page to which it leads; null when it opens. */
async function follow(page: Page, { kind, name }: Target): Promise<string | null> {
  if (kind === 'link') await goInApp(page, name);
  else {
    await goInApp(page, '/');
    const button = kind === 'tile' ? page.locator(TILES, { hasText: name }) : page.locator(CHIP);
    await button.first().click({ timeout: 20_000 });
  }
  return page.evaluate(
    async ({ problemPages, missing, target, gallery, notDrawn }) => {
      const LIMIT_MS = 20_000;
      // The router sets this attribute; then the content of the page before is gone.
      const router = window.__TSR_ROUTER__;
      const readTitle = (): string | null => {
        if (router?.state.status !== 'idle') return null;
        if (router.state.resolvedLocation?.pathname !== location.pathname) return null;
        // A tile tells its address only by where it leads.
        if (target === null ? location.pathname === '/' : location.pathname !== target) return null;
        const main = document.querySelector('main');
        const title = main?.querySelector('h1')?.textContent;
        return main && title && (location.pathname === gallery || !main.querySelector('.animate-pulse'))
          ? title
          : null;
      };
      const end = performance.now() + LIMIT_MS;
      let title = readTitle();
      while (title === null && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        title = readTitle();
      }
      if (title === null) return notDrawn;
      const text = document.querySelector('main')?.textContent ?? '';
      if (text.includes('isn’t available yet')) return 'not built';
      const headings = [...document.querySelectorAll('main h1, main h2, main h3, main p')];
      const absent = headings.find((one) => new RegExp(missing).test(one.textContent ?? ''));
      return problemPages[title] ?? absent?.textContent ?? null;
    },
    {
      problemPages: PROBLEM_PAGES,
      missing: MISSING.source,
      gallery: GALLERY,
      notDrawn: NOT_DRAWN,
      target: kind === 'link' ? pathOf(name) : null,
    },
  );
}

/** Check whether a target is a page of its own, which gates.e2e.ts opens as every role. */
const isPage = ({ kind, name }: Target): boolean =>
  kind === 'link' && SITE_PATHS.some(({ path }) => path === name);

for (const { entity, label, roles } of ROLE_GROUPS)
  test(`homes of ${label} at ${entity} have no link or tile that does not open, and no link to a page that is not built`, {
    tag: '@walk',
  }, async ({ browser, lab }) => {
    test.setTimeout(900_000);
    const { context, problems } = await openForManyPeople(browser);
    const page = await context.newPage();
    const origin = originOf(`http://localhost:${lab.port}`, entity);
    const { variant } = SITES[entity];
    /** Entries of the specification's menu whose pages are not built; they are the one exception. */
    const unbuiltEntries = new Set<string>();
    // A role that nobody can be given at this entity has no home of its own.
    for (const role of roles.filter((one) => assignableRoles(variant).includes(one)))
      await test.step(role, async () => {
        const { user } = await signInAt(page, origin, entity, role);
        await page.goto(`${origin}/`);
        const targets = await listTargets(page);
        expect(targets.length, role).toBeGreaterThan(0);
        const menu = menuFor(variant, user).flatMap((entry) =>
          [entry, ...(entry.children ?? [])].map(({ path }) => path),
        );
        for (const path of menu) if (sitePathOf(path)?.built === false) unbuiltEntries.add(path);
        const problemPages: string[] = [];
        for (const target of targets) {
          if (isPage(target)) {
            const isBuilt = sitePathOf(target.name)?.built !== false || menu.includes(target.name);
            if (!isBuilt) problemPages.push(`${target.name}: not built`);
            if (!mayVisit(variant, user, target.name)) problemPages.push(`${target.name}: refused`);
            continue;
          }
          // A receiving session that opens by its order changes the address once more, and may outrun the next link.
          const first = await follow(page, target);
          const problem = first === NOT_DRAWN ? await follow(page, target) : first;
          if (problem !== null) problemPages.push(`${target.name}: ${problem}`);
        }
        expect.soft(problemPages, role).toEqual([]);
      });
    await closeBrowsing(context);
    expect(problems.list()).toEqual([]);
    expect(unbuiltEntries.size).toBeLessThanOrEqual(PAGES_NOT_BUILT);
  });
