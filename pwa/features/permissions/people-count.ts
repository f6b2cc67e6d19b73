import type { Role } from '#db/access/roles.ts';

/** How many active people each role has; a role that is not named has none. */
export type PeopleOfRoles = Readonly<Partial<Record<Role, number>>>;

/** How many people these roles have, in words. */
export function peopleText(people: PeopleOfRoles, roles: readonly Role[]): string {
  const count = roles.reduce((sum, role) => sum + (people[role] ?? 0), 0);
  return count === 1 ? '1 person' : `${count} people`;
}
