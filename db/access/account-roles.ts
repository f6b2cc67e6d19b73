import { CLINICAL_ROLES, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { CompanyType } from '#db/organizations/company-type.ts';
import type { CompanyVerificationStatus } from '#db/organizations/company-verification-status.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The role of the person who creates the account of a company (domain 6.1). */
export const FOUNDER_ROLE: Record<CompanyType, Role> = {
  COMPANY: 'COMPANY_MANAGER',
  UNIVERSITY: 'INSTITUTION_MANAGER',
  RESEARCH: 'INSTITUTION_MANAGER',
  CLINIC: 'CLINICAL_MANAGER',
};

const MEMBER_ROLES: Record<CompanyType, readonly Role[]> = {
  COMPANY: ['COMPANY_MANAGER', 'COMPANY_USER'],
  UNIVERSITY: ['INSTITUTION_MANAGER', 'INSTITUTION_USER'],
  RESEARCH: ['INSTITUTION_MANAGER', 'INSTITUTION_USER'],
  CLINIC: ['COMPANY_MANAGER', 'COMPANY_USER', ...CLINICAL_ROLES],
};

/** Return the role of a person who is invited without one. */
export const defaultRole = (type: CompanyType): Role =>
  type === 'UNIVERSITY' || type === 'RESEARCH' ? 'INSTITUTION_USER' : 'COMPANY_USER';

/** Return the kinds of company that may register themselves; clinics only outside WBL (specification 3). */
export const selfRegistering = (entity: BusinessEntity, type: CompanyType): boolean =>
  type !== 'CLINIC' || entity !== 'WBL';

/** Return whether a company must be verified when it registers itself (domain 4.6). */
export const verificationAtStart = (entity: BusinessEntity, type: CompanyType): CompanyVerificationStatus =>
  entity === 'RESONANT' || type === 'CLINIC' ? 'PENDING' : 'NOT_APPLICABLE';

/** The roles that may make others administrators or developers. */
const HIGHEST: readonly Role[] = ['ADMIN', 'DEVELOPER'];

/**
 * Return the roles that a person may give in a company (domain 6.1): customers those of its kind; staff the
 * same, and in the lab's own company staff roles, of which the highest only when the person has one.
 */
export function rolesToGive(giver: Role, company: { type: CompanyType; isHome: boolean }): readonly Role[] {
  const isStaff = STAFF_ROLES.some((role) => role === giver);
  if (!company.isHome) return MEMBER_ROLES[company.type];
  if (!isStaff) return [];
  return HIGHEST.includes(giver) ? STAFF_ROLES : STAFF_ROLES.filter((role) => !HIGHEST.includes(role));
}
