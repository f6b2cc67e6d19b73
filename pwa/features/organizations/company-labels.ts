import type { SiteVariant } from '#db/access/menus.ts';

/** How companies are called and where they are: locations in the clinical variant, organizations else. */
export interface CompanyLabels {
  one: string;
  many: string;
  base: '/locations' | '/organizations';
}

/** The words of a site. */
export const companyLabels = (variant: SiteVariant): CompanyLabels =>
  variant === 'clinical'
    ? { one: 'Location', many: 'Locations', base: '/locations' }
    : { one: 'Organization', many: 'Organizations', base: '/organizations' };
