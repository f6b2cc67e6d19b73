import path from 'node:path';
import type { Browser } from '@playwright/test';
import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { originOf, SITES, shownMenu, signInAt } from '#pwa/testing/browser/shell-world.ts';

interface Picture {
  role: Role;
  png: Buffer;
}

async function pictureOf(
  browser: Browser,
  origin: string,
  entity: BusinessEntity,
  role: Role,
): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 2000 } });
  await signInAt(page, origin, entity, role);
  await page.goto(`${origin}/settings`);
  await shownMenu(page);
  // A menu entry under the pointer looks like that of the open page, so the pointer moves away.
  await page.mouse.move(1000, 1000);
  const png = await page.getByRole('navigation', { name: 'Main menu' }).screenshot();
  await page.close();
  return { role, png };
}

const figure = ({ role, png }: Picture): string =>
  `<figure><figcaption>${roleLabel(role, null)}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`;

const sheet = (pictures: readonly Picture[]): string => `<!doctype html><style>
  body { margin: 0; padding: 24px; width: 2400px; background: #f3f5f6; font: 15px system-ui, sans-serif; columns: 9; column-gap: 16px; }
  figure { margin: 0 0 20px; break-inside: avoid; background: #fff; border: 1px solid #d5dce0; border-radius: 8px; overflow: hidden; }
  figcaption { padding: 10px 12px; font-weight: 600; border-bottom: 1px solid #d5dce0; }
  img { display: block; }
</style>${pictures.map(figure).join('')}`;

/** Take one picture for each site variant, with the side menu of every role. */
export async function takeMenus(browser: Browser, url: string, folder: string): Promise<void> {
  for (const entity of BUSINESS_ENTITIES) {
    const origin = originOf(url.replace('127.0.0.1', 'localhost'), entity);
    const pictures: Picture[] = [];
    for (const role of DEMO_ROLES[entity]) pictures.push(await pictureOf(browser, origin, entity, role));
    const sheetPage = await browser.newPage({ viewport: { width: 2448, height: 1200 } });
    await sheetPage.setContent(sheet(pictures));
    const name = `menus-${SITES[entity].variant}.png`;
    await sheetPage.screenshot({ path: path.join(folder, name), fullPage: true });
    console.log(name);
    await sheetPage.close();
  }
}
