import type { Role } from '../access/roles.ts';
import { person } from '../identity/person.ts';
import { preference } from '../identity/preference.ts';
import { defaultPreference } from '../identity/preference-form.ts';
import { user } from '../identity/user.ts';
import { userCompany } from '../identity/user-company.ts';
import { event } from '../records/event.ts';
import type { EventType } from '../records/event-type.ts';
import type { BusinessEntity } from '../values/business-entity.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoWorld } from './demo-world.ts';

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
