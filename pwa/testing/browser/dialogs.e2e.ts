import { expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from './accessible.ts';
import { test } from './bench-test.ts';
import { originOf, signInAt } from './shell-world.ts';

test.use({ serviceWorkers: 'block' });

// The sign-in file is no page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;
// The picture is twice as wide as high, so that it must be cropped.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGNgaGj4v5QBAAjOAqWzbwoCAAAAAElFTkSuQmCC',
  'base64',
);

interface DialogCase {
  title: string | RegExp;
  open(page: Page): Promise<unknown>;
}

interface Visit {
  role: Role;
  /** The page, or a query for its id. */
  path: string;
  id?: string;
  dialogs: readonly DialogCase[];
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

const choose = async (page: Page, menu: RegExp | string, item: string): Promise<void> => {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
};

const byButton = (name: string | RegExp, title: string | RegExp): DialogCase => ({
  title,
  open: (page) => press(page, name),
});

const VISITS: Record<BusinessEntity, readonly Visit[]> = {
  WBL: [
    {
      role: 'ADMIN',
      path: '/users/',
      id: `SELECT id FROM "user" WHERE email = 'member@wbl.example'`,
      dialogs: [byButton('Edit', /^Edit /), byButton('Change role…', /^Change the role of /)],
    },
    {
      role: 'ADMIN',
      path: '/organizations/',
      id: `SELECT id FROM company WHERE name = 'Northfield Biotech' AND entity = 'WBL'`,
      dialogs: [
        byButton('Edit', 'Edit Northfield Biotech'),
        byButton('Add', 'New address'),
        { title: 'Put on hold', open: (page) => choose(page, 'Actions', 'Put on hold') },
      ],
    },
    {
      role: 'ADMIN',
      path: '/organizations',
      dialogs: [byButton(/^New /, 'New organization')],
    },
    {
      role: 'DEVELOPER',
      path: '/settings?tab=account',
      dialogs: [
        { title: 'Switch role', open: (page) => choose(page, /user menu/, 'Switch role…') },
        {
          title: 'Profile image',
          open: (page) =>
            page
              .getByLabel('Picture file')
              .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE }),
        },
      ],
    },
    {
      role: 'LAB_MANAGER',
      path: '/data-sync?tab=devices',
      dialogs: [byButton('Rename…', /^Rename /)],
    },
  ],
  RESONANT: [
    {
      role: 'CLINICIAN',
      path: '/settings/licenses/',
      id: `SELECT id FROM clinician_license WHERE license_number = 'ME-204518'`,
      dialogs: [byButton('Renew', 'Renew license')],
    },
    {
      role: 'CS_MANAGER',
      path: '/settings/licenses/',
      id: `SELECT id FROM clinician_license WHERE license_number = 'NH-31177'`,
      dialogs: [byButton('Verify', 'Verify this license?')],
    },
  ],
};

async function checkDialog(page: Page, { title, open }: DialogCase): Promise<void> {
  await open(page);
  const window = page.getByRole('dialog', { name: title });
  await expect(window.getByRole('heading', { name: title })).toBeVisible();
  expect.soft(await axeFindingsInThemes(page), `${title} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${title} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, true), `${title} has large targets`).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
}

for (const entity of ['WBL', 'RESONANT'] as const) {
  test(`dialogs on the pages of ${entity} are accessible, and Escape closes them`, { tag: '@walk' }, async ({
    lab,
    newDevice,
  }) => {
    const { page, wire, problems } = await newDevice('handheld');
    problems.allow(ICON);
    const origin = originOf(wire.origin, entity);
    let signedIn: Role | null = null;
    for (const { role, path, id, dialogs } of VISITS[entity]) {
      if (role !== signedIn) await signInAt(page, origin, entity, role);
      signedIn = role;
      const recordId = id ? (await lab.pool.query<{ id: string }>(id)).rows[0]?.id : '';
      await page.goto(`${origin}${path}${recordId}`);
      for (const dialog of dialogs)
        await test.step(`${role}: ${dialog.title}`, () => checkDialog(page, dialog));
    }
  });
}
