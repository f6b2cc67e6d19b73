import { hasCapability } from '#db/access/capabilities.ts';
import type { Person } from '#db/identity/person.ts';

/** People who work at the bench now and may hold tubes. */
export const handlesTubes = (one: Person): boolean =>
  !one.deactivated && hasCapability(one.role, 'confirmAsSecondPerson');

/** People who may review as the second person: bench users except the signed-in one. */
export const mayReview = (one: Person, userId: string): boolean => one.userId !== userId && handlesTubes(one);
