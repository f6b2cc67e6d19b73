import type { SiteVariant } from '#db/access/session.ts';

/** Names for organizations: locations in the clinical variant, organizations otherwise. */
export interface CompanyLabels {
  one: string;
  many: string;
  base: '/locations' | '/organizations';
}

/** The wording of a site. */
export const companyLabels = (variant: SiteVariant): CompanyLabels =>
  variant === 'clinical'
    ? { one: 'Location', many: 'Locations', base: '/locations' }
    : { one: 'Organization', many: 'Organizations', base: '/organizations' };
