import { assignableRoles } from '#db/access/assignable-roles.ts';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { ROLES, type Role } from '#db/access/roles.ts';
import { permissionGroup } from '#db/identity/permission-group.ts';
import { person } from '#db/identity/person.ts';
import { preference } from '#db/identity/preference.ts';
import { defaultPreference } from '#db/identity/preference-form.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { company } from '#db/organizations/company.ts';
import { event } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
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

/** The roles of each business entity that have a demo account; a clinic's site has no bench (D19). */
export const DEMO_ROLES: Readonly<Record<BusinessEntity, readonly Role[]>> = {
  WBL: ROLES,
  RESONANT: assignableRoles('clinical'),
};

/** The three customers of the demo lab, and the lab's own company to which staff belong. */
export interface DemoCompanies {
  home: string;
  customers: readonly { id: string; name: string; letter: string }[];
}

/** Insert companies, one person with a badge for each role, and the default permission groups. */
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
  for (const role of DEMO_ROLES[demo.entity]) putPerson(demo, role, companyOf(role, home, ids));
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
    lab: DEFAULT_LAB,
    name: `${firstName} ${lastName}`,
  });
}

type Customer = 'Northfield' | 'Lakeside' | 'Harbor';

/** An additional customer user: the first part of the address, and the company. */
interface Member {
  address: string;
  names: readonly [first: string, last: string];
  at: readonly (readonly [customer: Customer, role: Role])[];
  state?: 'INVITED' | 'DEACTIVATED';
  /** Days since the last sign-in. */
  lastSeenDaysAgo?: number;
}

const CUSTOMER_LETTER: Record<Customer, string> = { Northfield: 'N', Lakeside: 'L', Harbor: 'H' };

const membersOf = (entity: BusinessEntity): readonly Member[] => [
  {
    // A person in two companies switches accounts in the user menu.
    address: 'two-companies',
    names: ['Morgan', 'Tate'],
    at: [
      ['Northfield', 'COMPANY_USER'],
      ['Harbor', entity === 'WBL' ? 'INSTITUTION_USER' : 'CLINICIAN'],
    ],
    lastSeenDaysAgo: 4,
  },
  { address: 'member', names: ['Noel', 'Fischer'], at: [['Northfield', 'COMPANY_USER']], lastSeenDaysAgo: 1 },
  {
    address: 'postdoc',
    names: ['Priya', 'Raman'],
    at: [['Lakeside', 'INSTITUTION_USER']],
    lastSeenDaysAgo: 9,
  },
  {
    address: 'graduated',
    names: ['Elif', 'Kaya'],
    at: [['Lakeside', 'INSTITUTION_USER']],
    state: 'DEACTIVATED',
    lastSeenDaysAgo: 41,
  },
  {
    address: 'invited',
    names: ['invited', '(invited)'],
    at: [['Lakeside', 'INSTITUTION_USER']],
    state: 'INVITED',
  },
];

/** Insert more customer users beside the one of each role: in two companies, deactivated, invited only. */
export function putMembers(demo: DemoWorld, companies: DemoCompanies): void {
  const inviter = demo.actor('INSTITUTION_MANAGER');
  for (const member of membersOf(demo.entity)) {
    const userId = putMember(demo, member);
    for (const [customer, role] of member.at) {
      const company = companies.customers.find(({ letter }) => letter === CUSTOMER_LETTER[customer]);
      if (company) putMembership(demo, { member, userId, role, companyId: company.id, inviter });
    }
  }
}

function putMember(demo: DemoWorld, { address, names: [firstName, lastName], at, state }: Member): string {
  const id = demo.id();
  const email = `${address}@${demo.entity.toLowerCase()}.example`;
  const invited = state === 'INVITED';
  demo.putRow(user, {
    id,
    email,
    name: invited ? email : `${firstName} ${lastName}`,
    firstName,
    lastName,
    password: invited ? null : demo.settings.passwordHash,
    emailVerified: invited ? null : demo.ago(60),
    isSuperAdmin: false,
    pinFailedCount: 0,
    sessionVersion: 1,
  });
  const role = at[0]?.[1];
  if (role && !invited)
    demo.putRow(preference, { id: demo.id(), userId: id, ...defaultPreference(role), lastDigestAt: null });
  return id;
}

function putMembership(
  demo: DemoWorld,
  membership: {
    member: Member;
    userId: string;
    role: Role;
    companyId: string;
    inviter: { userId: string; name: string };
  },
): void {
  const { member, userId, role, companyId, inviter } = membership;
  const { state, lastSeenDaysAgo } = member;
  const id = demo.id();
  const invitedDaysAgo = state === 'INVITED' ? 2 : 61;
  const base = { id, userId, companyId, role, deactivated: state !== undefined };
  demo.putRow(userCompany, {
    ...base,
    lastLogin: lastSeenDaysAgo === undefined ? null : demo.ago(lastSeenDaysAgo),
    invitedAt: demo.ago(invitedDaysAgo),
    invitedById: inviter.userId,
    acceptedAt: state === 'INVITED' ? null : demo.ago(60),
    sessionVersion: 1,
  });
  demo.putRow(person, { ...base, name: member.names.join(' ') });
  const record = (type: EventType, daysAgo: number, data: Record<string, string>) =>
    demo.putRow(event, {
      id: demo.id(),
      type,
      targetType: 'UserCompany',
      targetId: id,
      userId: inviter.userId,
      companyId,
      occurredAt: demo.ago(daysAgo),
      deviceId: null,
      data: { by: inviter.name, ...data },
      customerVisible: false,
    });
  record('USER_INVITED', invitedDaysAgo, { role });
  if (state === 'DEACTIVATED') record('USER_DEACTIVATED', 40, { role, reason: 'Graduated.' });
}
