import { describe, expect, it } from 'vitest';
import { menuOfRole } from './menus.ts';
import { mayVisit } from './paths.ts';
import { ROLES } from './roles.ts';
import { SITE_VARIANTS } from './session.ts';
import { PAGES_NOT_BUILT, PARTS, SITE_PATHS, sitePathOf } from './site-paths.ts';

/** Specification 2.1, word for word. */
const PRINTED =
  '/, /approvals/*, /billing/*, /billing/invoices, /director/clinical/*, /director/research/*, /event-log/*, /internal/results/*, /invoices/*, /invoices/payment/*, /locations/*, /notes/*, /organizations/*, /orders/*, /order/*, /patients/*, /payment/*, /projects/*, /queue/*, /service/*, /settings/*, /specimens/*, /support/*, /users/*, /lab/*, /lab/analysis/*, /lab/queue/*, /lab/projects/*, /lab/batches/*, /lab/flows/*, /lab/inventory/*, /lab/orders/*, /lab/samples/*, /lab/samples/check-in/*, /lab/samples/check-out/*, /lab/samples/move/*, /lab/specimens/*, /lab/specimens/accession, /lab/studies/*, /lab/protocols/*, /lab/procedures/*, /lab/services/*, /lab/sections/*, /lab/assigned-sections/*, /lab/inventory/storage-management/*, /lab/measurement-unit/*, /create-account/success';
const OTHER_ROUTES = ['/order/create', '/settings', '/settings/account'];

const known = SITE_PATHS.map(({ path }) => path);

describe('the pages of the site', () => {
  it('include every path of the specification', () => {
    const expected = [...PRINTED.split(', ').map((path) => path.replace(/\/\*$/, '')), ...OTHER_ROUTES];
    expect(expected.filter((path) => !known.includes(path))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  it('include every link of every menu', () => {
    const links = SITE_VARIANTS.flatMap((variant) =>
      ROLES.flatMap((role) =>
        menuOfRole(variant, role).flatMap((entry) =>
          [entry, ...(entry.children ?? [])].map(({ path }) => path),
        ),
      ),
    );
    expect([...new Set(links)].filter((path) => !known.includes(path))).toEqual([]);
  });

  it('are each open to at least one role', () => {
    for (const path of known)
      expect([
        path,
        mayVisit('lab-services', 'DEVELOPER', path) || /^\/(permissions|locations|patients)/.test(path),
      ]).toEqual([path, true]);
  });

  it('match the declared number of pages that are not built yet', () => {
    expect(SITE_PATHS.filter(({ built }) => !built).length).toBe(PAGES_NOT_BUILT);
  });

  it('describe what they will show when they are not built yet', () => {
    for (const { path, built, brings } of SITE_PATHS)
      expect([path, (brings ?? '') === '']).toEqual([path, built]);
  });

  it('name the part that builds them, also for paths below', () => {
    expect(sitePathOf('/lab/inventory/items/01J')?.title).toBe('Items');
    expect(PARTS[sitePathOf('/invoices/payment/1')?.part ?? 'bench']).toBe('Orders, invoices and payments');
    expect(sitePathOf('/orders/01J/')?.title).toBe('Orders');
    expect(sitePathOf('/lab/')?.title).toBe('Lab');
    for (const nowhere of ['/nowhere', '/lab/nowhere', '/admin/nowhere', '/ordersx'])
      expect(sitePathOf(nowhere)).toBeNull();
  });
});
