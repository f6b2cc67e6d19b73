import { LAB_PATHS, type Pattern } from './paths-lab.ts';
import type { Role } from './roles.ts';

const MANAGER: readonly Pattern[] = ['/order/*', '/payment/*'];
const MEMBER: readonly Pattern[] = ['/order/*'];

/**
 * Return the roles with the paths of the lab variant, with Locations for Organizations (domain 7.1: "as lab
 * variant").
 */
const asInTheLab = (role: Role): readonly Pattern[] =>
  (LAB_PATHS[role] ?? []).map((pattern) => pattern.replace('/organizations', '/locations'));

/** Domain 7.1, clinical variant: the paths of a role beyond the common ones and those of its menu (D10). */
export const CLINICAL_PATHS: Partial<Record<Role, readonly Pattern[]>> = {
  COMPANY_MANAGER: MANAGER,
  INSTITUTION_MANAGER: MANAGER,
  CLINICIAN: MANAGER,
  CLINICAL_BILLING_MANAGER: MANAGER,
  CLINICAL_MANAGER: MANAGER,
  COMPANY_USER: MEMBER,
  INSTITUTION_USER: MEMBER,
  CS_MANAGER: asInTheLab('CS_MANAGER'),
  CS_REP: asInTheLab('CS_REP'),
  SALES_REP: asInTheLab('SALES_REP'),
  SALES_LEADER: asInTheLab('SALES_LEADER'),
  // The menu of the role has specimens; only the bench receives them.
  PROJECT_MANAGER: ['!/lab/specimens/accession/*'],
};
