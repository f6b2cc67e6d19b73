import type { Page } from '@playwright/test';
import type pg from 'pg';

/** A screen of the bench, by its name for users. */
export interface Screen {
  name: string;
  path: string;
}

async function idOf(pool: pg.Pool, text: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(text);
  if (!rows[0]) throw new Error(`The demo lab has no row for: ${text}`);
  return rows[0].id;
}

/** Every screen of the bench that needs a session, with rows of the demo lab where one is shown. */
export async function benchScreens(pool: pg.Pool): Promise<Screen[]> {
  const wbl = "entity = 'WBL'";
  const laidOut = await idOf(
    pool,
    `SELECT id FROM batch WHERE ${wbl} AND status = 'NOT_STARTED' ORDER BY id LIMIT 1`,
  );
  const running = await idOf(
    pool,
    `SELECT a.id FROM assigned_section a JOIN batch b ON b.id = a.batch_id
     WHERE b.${wbl} AND b.status = 'IN_PROGRESS' AND a.started_at IS NOT NULL AND a.completion_event_id IS NULL
     ORDER BY a.id LIMIT 1`,
  );
  const tube = await idOf(
    pool,
    `SELECT id FROM sample WHERE ${wbl} AND storage_location_id IS NOT NULL AND status = 'IN_QUEUE'
     ORDER BY id LIMIT 1`,
  );
  const specimen = await idOf(
    pool,
    `SELECT id FROM specimen WHERE ${wbl} AND status = 'RECEIVED' ORDER BY id LIMIT 1`,
  );
  const box = await idOf(
    pool,
    `SELECT storage_location_id AS id FROM sample WHERE ${wbl} AND storage_position IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1
     LIMIT 1`,
  );
  return [
    { name: 'bench home', path: '/' },
    { name: 'receiving', path: '/lab/specimens/accession' },
    { name: 'check-in', path: '/lab/samples/check-in' },
    { name: 'check-out', path: '/lab/samples/check-out' },
    { name: 'move', path: '/lab/samples/move' },
    { name: 'batches', path: '/lab/batches' },
    { name: 'one batch', path: `/lab/batches/${laidOut}` },
    { name: 'plate layout', path: `/lab/batches/${laidOut}?tab=plate` },
    { name: 'assigned sections', path: '/lab/assigned-sections' },
    { name: 'a running section', path: `/lab/assigned-sections/${running}` },
    { name: 'queue', path: '/lab/queue' },
    { name: 'samples', path: '/lab/samples' },
    { name: 'one sample', path: `/lab/samples/${tube}` },
    { name: 'specimens', path: '/lab/specimens' },
    { name: 'one specimen', path: `/lab/specimens/${specimen}` },
    { name: 'storage', path: '/lab/inventory/storage-management' },
    { name: 'one box', path: `/lab/inventory/storage-management/${box}` },
    { name: 'data sync', path: '/data-sync' },
    { name: 'conflicts', path: '/data-sync?tab=conflicts' },
    { name: 'devices', path: '/data-sync?tab=devices' },
    { name: 'settings', path: '/settings' },
    { name: 'account settings', path: '/settings/account' },
  ];
}

/** Screens that are public. */
export const OPEN_SCREENS: readonly Screen[] = [{ name: 'sign-in', path: '/sign-in' }];

/** Paths that are part of another page, and the path of that page. */
export const LEADS: Readonly<Record<string, string>> = {
  '/settings/account': '/settings?tab=account',
  '/order': '/order/create',
};

/** Go to a page as the app's links do, without reloading the app; the previous page's DOM is gone then. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = href;
    link.click();
    link.remove();
  }, address);
  await page.waitForFunction(
    (addresses) => {
      // The router sets this attribute.
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__: {
          state: { status: string; resolvedLocation?: { pathname: string; searchStr: string } };
        };
      };
      const { status, resolvedLocation: resolved } = router.state;
      if (status !== 'idle' || resolved?.pathname !== location.pathname) return false;
      const currentSearch = new URLSearchParams(resolved.searchStr);
      return addresses.some((requestedAddress) => {
        const { pathname, searchParams } = new URL(requestedAddress, location.origin);
        return (
          pathname === location.pathname &&
          [...searchParams].every(([name, value]) => currentSearch.get(name) === value)
        );
      });
    },
    [address, LEADS[address] ?? address],
  );
}
