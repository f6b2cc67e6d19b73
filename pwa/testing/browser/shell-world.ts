import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { mayVisit } from '#db/access/paths.ts';
import { BENCH_ROLES, CUSTOMER_ROLES, isOneOf, type Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { Session } from '#db/access/session.ts';
import { SITE_PATHS } from '#db/access/site-paths.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { NavigationEntry } from '#pwa/navigation/menu.ts';
import { type PageProblems, WORKER_WARNING, watchProblems } from './device.ts';
import { SIZES } from './launch.ts';
import { PASSWORD } from './sign-in.ts';

/** A business entity with its host. */
export const SITES: Record<BusinessEntity, { host: string; domain: string; variant: SiteVariant }> = {
  WBL: { host: 'localhost', domain: 'wbl.example', variant: 'lab-services' },
  RESONANT: { host: 'resonant.localhost', domain: 'resonant.example', variant: 'clinical' },
};

/** The demo accounts in groups, so that tests that visit many pages as every role have enough time on a slow machine. */
export const ROLE_GROUPS: readonly { entity: BusinessEntity; label: string; roles: readonly Role[] }[] =
  BUSINESS_ENTITIES.flatMap((entity) => {
    const of = (belongs: (role: Role) => boolean): Role[] => DEMO_ROLES[entity].filter(belongs);
    const isCustomer = (role: Role): boolean => isOneOf(role, CUSTOMER_ROLES);
    const isBench = (role: Role): boolean => isOneOf(role, BENCH_ROLES);
    return [
      { entity, label: 'customers', roles: of(isCustomer) },
      { entity, label: 'the bench', roles: of(isBench) },
      { entity, label: 'the office', roles: of((role) => !isCustomer(role) && !isBench(role)) },
    ].filter(({ roles }) => roles.length > 0);
  });

/** The same server under the host of a business entity. */
export const originOf = (origin: string, entity: BusinessEntity): string =>
  origin.replace('//localhost', `//${SITES[entity].host}`);

/**
 * Sign in by the server's form, from a file of that host, so that no page is open meanwhile: as a role, or as
 * a user by the local part of the address.
 */
export async function signInAt(
  page: Page,
  origin: string,
  entity: BusinessEntity,
  role: Role | 'two-companies',
): Promise<Session> {
  await page.goto(`${origin}/theme-at-start.js`);
  await page.context().clearCookies();
  const email = `${role.toLowerCase().replaceAll('_', '-')}@${SITES[entity].domain}`;
  const answer: unknown = await page.evaluate(
    async ([name, password]) => {
      const { csrfToken } = await (await fetch('/api/auth/csrf')).json();
      const body = new URLSearchParams({
        email: name ?? '',
        password: password ?? '',
        csrfToken,
        callbackUrl: '/',
        json: 'true',
      });
      await fetch('/api/auth/callback/credentials', { method: 'POST', body });
      return (await fetch('/api/auth/session')).json();
    },
    [email, PASSWORD],
  );
  return Session.parse(answer);
}

/**
 * Open a desktop browser in which several people sign in one after the other. The service worker is disabled: its
 * cache is irrelevant there and costs every browser seconds.
 */
export async function openForManyPeople(
  browser: Browser,
): Promise<{ context: BrowserContext; problems: PageProblems }> {
  const context = await browser.newContext({ ...SIZES.desktop, serviceWorkers: 'block' });
  const problems = watchProblems(context, () => false);
  problems.allow(WORKER_WARNING);
  // The sign-in file is no page and has no icon.
  problems.allow(/status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/);
  // Nobody is signed in while the previous user's cookies are gone and the page still sends requests.
  problems.allow(/status of 401 \(Unauthorized\) http:\/\/[^/]+\/api\//);
  return { context, problems };
}

/** List the side menu with every parent opened; a group without a page has no path. */
export async function shownMenu(page: Page): Promise<NavigationEntry[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Dashboard', exact: true }).first()).toBeVisible();
  const closed = menu.locator('button[aria-expanded="false"]');
  for (let openCount = await closed.count(); openCount > 0; openCount -= 1) {
    await closed.first().click();
    await expect(closed).toHaveCount(openCount - 1);
  }
  return menu.locator('> div > ul > li').evaluateAll((items) =>
    items.map((item) => {
      const head = item.querySelector(':scope > a, :scope > div > a, :scope > div > button');
      const name = (head?.textContent ?? '').trim();
      const links = [...item.querySelectorAll(':scope > ul a')].map((link) => ({
        label: (link.textContent ?? '').trim(),
        path: link.getAttribute('href') ?? '',
      }));
      const path = head?.getAttribute('href') ?? '';
      return links.length > 0 ? { label: name, path, children: links } : { label: name, path };
    }),
  );
}

/** Find a page that a role may open and that is not built yet. */
export function unbuiltFor(variant: SiteVariant, role: Role): string | undefined {
  return SITE_PATHS.find(({ path, built }) => !built && mayVisit(variant, role, path))?.path;
}
