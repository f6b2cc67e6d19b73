import { defaultPermissionGroups } from '../access/default-permission-groups.ts';
import { ROLES, type Role } from '../access/roles.ts';
import { permissionGroup } from '../identity/permission-group.ts';
import { person } from '../identity/person.ts';
import { user } from '../identity/user.ts';
import { userCompany } from '../identity/user-company.ts';
import { company } from '../organizations/company.ts';
import { putBarcode } from './demo-inventory.ts';
import type { DemoWorld } from './demo-world.ts';

/** The demo person's name for each role: first name, then a last name that states the role. */
const NAMES: Record<Role, readonly [string, string]> = {
  ADMIN: ['Ada', 'Okafor'],
  BILLING_MANAGER: ['Bill', 'Moreau'],
  COMPANY_MANAGER: ['Carla', 'Mendes'],
  COMPANY_USER: ['Curt', 'Ulrich'],
  CS_MANAGER: ['Cleo', 'Sandoval'],
  CS_REP: ['Casper', 'Rask'],
  DEVELOPER: ['Devi', 'Rao'],
  INSTITUTION_MANAGER: ['Ines', 'Marchetti'],
  INSTITUTION_USER: ['Ivan', 'Urban'],
  LAB_MANAGER: ['Lena', 'Maddox'],
  LAB_CLINICAL_DIRECTOR: ['Lars', 'Dietrich'],
  LAB_RESEARCH_DIRECTOR: ['Rhea', 'Delacroix'],
  LAB_TECH: ['Tess', 'Nakamura'],
  PROJECT_MANAGER: ['Paul', 'Mbeki'],
  RESEARCH_ASSISTANT: ['Rosa', 'Alvarez'],
  SALES_LEADER: ['Sal', 'Lindqvist'],
  SALES_REP: ['Sara', 'Petrov'],
  CLINICIAN: ['Clara', 'Novak'],
  CLINICAL_BILLING_MANAGER: ['Colin', 'Baptiste'],
  CLINICAL_MANAGER: ['Cora', 'Lam'],
};

const CUSTOMERS: readonly Role[] = ['COMPANY_MANAGER', 'COMPANY_USER'];
const UNIVERSITY: readonly Role[] = ['INSTITUTION_MANAGER', 'INSTITUTION_USER'];
const CLINIC: readonly Role[] = ['CLINICIAN', 'CLINICAL_BILLING_MANAGER', 'CLINICAL_MANAGER'];

/** The three customers of the demo lab, and the lab's own company to which staff belong. */
export interface DemoCompanies {
  home: string;
  customers: readonly { id: string; name: string; letter: string }[];
}

/** Insert companies, one person for each of the 20 roles with a badge, and the default permission groups. */
export function putPeople(demo: DemoWorld): DemoCompanies {
  const lab = demo.entity === 'WBL' ? 'WBL Laboratory' : 'Resonant Clinical Laboratory';
  const home = putCompany(demo, lab, 'COMPANY');
  const customers = [
    { name: 'Northfield Biotech', type: 'COMPANY', letter: 'N' },
    { name: 'Lakeside University', type: 'UNIVERSITY', letter: 'L' },
    {
      name: demo.entity === 'WBL' ? 'Harbor Research Institute' : 'Harbor Clinic',
      type: demo.entity === 'WBL' ? 'RESEARCH' : 'CLINIC',
      letter: 'H',
    },
  ] as const;
  const ids = customers.map(({ name, type, letter }) => ({ id: putCompany(demo, name, type), name, letter }));
  for (const role of ROLES) putPerson(demo, role, companyOf(role, home, ids));
  for (const group of defaultPermissionGroups(demo.entity)) {
    demo.putRow(permissionGroup, {
      id: demo.id(),
      name: group.name,
      permissions: [...group.permissions],
      roles: [...group.roles],
    });
  }
  return { home, customers: ids };
}

function companyOf(role: Role, home: string, customers: readonly { id: string }[]): string {
  const index = [CUSTOMERS, UNIVERSITY, CLINIC].findIndex((roles) => roles.includes(role));
  return customers[index]?.id ?? home;
}

function putCompany(
  demo: DemoWorld,
  name: string,
  type: 'COMPANY' | 'UNIVERSITY' | 'CLINIC' | 'RESEARCH',
): string {
  const id = demo.id();
  demo.putRow(company, {
    id,
    name,
    type,
    status: 'ACTIVE',
    verificationStatus: type === 'CLINIC' ? 'APPROVED' : 'NOT_APPLICABLE',
    billingEmails: [`billing@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`],
    paymentTermsDays: 30,
    allowPurchaseOrder: true,
    orderApprovalRequired: false,
  });
  return id;
}

function putPerson(demo: DemoWorld, role: Role, companyId: string): void {
  const [firstName, lastName] = NAMES[role];
  const userId = demo.id();
  const userCompanyId = demo.id();
  const kebab = role.toLowerCase().replaceAll('_', '-');
  demo.putRow(user, {
    id: userId,
    email: `${kebab}@${demo.entity.toLowerCase()}.example`,
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    password: demo.settings.passwordHash,
    pin: demo.settings.pinHash,
    pinSetAt: demo.ago(60),
    emailVerified: demo.ago(60),
    isSuperAdmin: role === 'DEVELOPER',
    pinFailedCount: 0,
    sessionVersion: 1,
  });
  demo.putRow(userCompany, {
    id: userCompanyId,
    userId,
    companyId,
    role,
    deactivated: false,
    acceptedAt: demo.ago(60),
    sessionVersion: 1,
  });
  // The view from which rules read names; the database derives it from the two rows above.
  demo.putRow(person, {
    id: userCompanyId,
    userId,
    companyId,
    role,
    deactivated: false,
    name: `${firstName} ${lastName}`,
  });
  putBarcode(demo, demo.code(`BADGE-${role.replaceAll('_', '-')}`), 'USER_BADGE', userCompanyId);
  demo.actors.set(role, {
    userId,
    userCompanyId,
    companyId,
    role,
    entity: demo.entity,
    name: `${firstName} ${lastName}`,
  });
}
