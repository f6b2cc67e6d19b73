import { type User, user } from '#db/identity/user.ts';
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
