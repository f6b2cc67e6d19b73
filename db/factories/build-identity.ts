import { type EmailToken, emailToken } from '#db/identity/email-token.ts';
import { type PermissionGroup, permissionGroup } from '#db/identity/permission-group.ts';
import { type Person, person } from '#db/identity/person.ts';
import { type Preference, preference } from '#db/identity/preference.ts';
import { type SigningKey, signingKey } from '#db/identity/signing-key.ts';
import { type User, user } from '#db/identity/user.ts';
import { type UserCompany, userCompany } from '#db/identity/user-company.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a person who has not set a PIN. */
export function buildUser(overrides: Partial<User> = {}): User {
  const number = nextNumber('user');
  return buildRow(
    user,
    {
      id: `user-${number}`,
      email: `person-${number}@wbl.example`,
      name: 'Tess Tech',
      firstName: 'Tess',
      lastName: 'Tech',
      isSuperAdmin: false,
      pinFailedCount: 0,
      sessionVersion: 1,
    },
    overrides,
  );
}

/** Build a lab tech's membership. */
export const buildUserCompany = (overrides: Partial<UserCompany> = {}): UserCompany =>
  buildRow(
    userCompany,
    {
      id: `membership-${nextNumber('membership')}`,
      userId: 'user-tech',
      companyId: 'company-wbl',
      role: 'LAB_TECH',
      deactivated: false,
      acceptedAt: '2026-11-02T08:00:00.000Z',
      sessionVersion: 1,
    },
    overrides,
  );

/** Build a lab tech as devices know one. */
export const buildPerson = (overrides: Partial<Person> = {}): Person =>
  buildRow(
    person,
    {
      id: `membership-${nextNumber('membership')}`,
      userId: 'user-tech',
      companyId: 'company-wbl',
      name: 'Tess Tech',
      role: 'LAB_TECH',
      deactivated: false,
    },
    overrides,
  );

/** Build the permissions of lab managers. */
export const buildPermissionGroup = (overrides: Partial<PermissionGroup> = {}): PermissionGroup =>
  buildRow(
    permissionGroup,
    {
      id: `permission-group-${nextNumber('permission-group')}`,
      name: 'Lab managers',
      permissions: ['USERS_EDIT_ALL', 'USERS_VIEW_ALL', 'COMPANY_VIEW_ALL', 'EVENT_LOG_VIEW_ALL'],
      roles: ['LAB_MANAGER'],
    },
    overrides,
  );

/** Build a staff member's preference: no progress emails. */
export const buildPreference = (overrides: Partial<Preference> = {}): Preference =>
  buildRow(
    preference,
    {
      id: `preference-${nextNumber('preference')}`,
      userId: 'user-tech',
      emailUpdateFrequency: 'NONE',
      orderCompleteEmail: true,
    },
    overrides,
  );

/** Build an unused link to set a new password. */
export function buildEmailToken(overrides: Partial<EmailToken> = {}): EmailToken {
  const number = nextNumber('email-token');
  return buildRow(
    emailToken,
    {
      id: `email-token-${number}`,
      kind: 'PASSWORD_RESET',
      tokenHash: `hash-${number}`,
      userId: 'user-tech',
      email: 'tess@wbl.example',
      expiresAt: '2026-11-21T09:00:00.000Z',
    },
    overrides,
  );
}

/** Build a public key registered on device A. */
export const buildSigningKey = (overrides: Partial<SigningKey> = {}): SigningKey =>
  buildRow(
    signingKey,
    {
      id: `signing-key-${nextNumber('signing-key')}`,
      userId: 'user-tech',
      deviceId: 'device-a',
      kind: 'PIN',
      publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
      expiresAt: '2099-01-01T00:00:00.000Z',
      endedAt: null,
      endReason: null,
    },
    overrides,
  );
