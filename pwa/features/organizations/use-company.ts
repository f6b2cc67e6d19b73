import type { SiteVariant } from '#db/access/session.ts';
import type { CompanyEditor } from '#db/organizations/company-fields.ts';
import { useSession } from '#pwa/replica/session/session.ts';

const SIGNED_OUT_EDITOR: CompanyEditor = { role: 'COMPANY_USER', companyId: '', permissions: [] };

/** The current user, in the form that the rules of organizations take. */
export function useEditor(): CompanyEditor {
  const user = useSession().session?.user;
  return user
    ? { role: user.role, companyId: user.companyId, permissions: user.permissions }
    : SIGNED_OUT_EDITOR;
}

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
