import { buildActor } from '#db/factories/run-rule.ts';
import type { Actor } from '#db/operation.ts';

const person = (id: string, name: string, role: Actor['role']): Actor =>
  buildActor({ userId: id, userCompanyId: `m-${id}`, name, role });

/**
 * The lab tech, the lab manager and the research director of each side: the first authorized one executes an
 * operation.
 */
export const SIDES = [
  [
    person('ann', 'Ann', 'LAB_TECH'),
    person('amy', 'Amy', 'LAB_MANAGER'),
    person('ada', 'Ada', 'LAB_RESEARCH_DIRECTOR'),
  ],
  [
    person('bob', 'Bob', 'LAB_TECH'),
    person('ben', 'Ben', 'LAB_MANAGER'),
    person('bea', 'Bea', 'LAB_RESEARCH_DIRECTOR'),
  ],
  [
    person('cid', 'Cid', 'LAB_TECH'),
    person('cat', 'Cat', 'LAB_MANAGER'),
    person('cor', 'Cor', 'LAB_RESEARCH_DIRECTOR'),
  ],
] as const satisfies readonly (readonly Actor[])[];

/** The user who decides the conflicts and tries the remaining operations. */
export const DECIDER: Actor = person('dee', 'Dee', 'LAB_MANAGER');

/** The user of everything before the others went offline. */
export const EARLIER: Actor = person('eve', 'Eve', 'LAB_TECH');
export const EARLIER_MANAGER: Actor = person('eli', 'Eli', 'LAB_MANAGER');

/** The users whose device had not heard of the others. */
export const COLLIDING: Actor = person('eda', 'Eda', 'LAB_TECH');

export const EVERYBODY: readonly Actor[] = [...SIDES.flat(), DECIDER, EARLIER, EARLIER_MANAGER, COLLIDING];
