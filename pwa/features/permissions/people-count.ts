import type { Role } from '#db/access/roles.ts';

/** Number of active users per role; a missing role has none. */
export type PeopleOfRoles = Readonly<Partial<Record<Role, number>>>;

/** Format the number of users with these roles. */
export function peopleText(people: PeopleOfRoles, roles: readonly Role[]): string {
  const count = roles.reduce((sum, role) => sum + (people[role] ?? 0), 0);
  return count === 1 ? '1 person' : `${count} people`;
}
