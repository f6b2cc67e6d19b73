import { z } from 'zod';
import { BusinessEntity } from '../values/business-entity.ts';
import { hasCapability } from './capabilities.ts';
import { type Grant, LAB_FAMILIES } from './families.ts';
import type { Role } from './roles.ts';

/**
 * A lab, the unit of bench work and of sync (domain-lab 10): one sync head, one set of number sequences, one
 * storage. Its bench staff belong to the business entity `home` and work for all of `entities`.
 */
export const Lab = z.object({
  id: z.string().regex(/^[A-Z][A-Z0-9_]{0,29}$/),
  home: BusinessEntity,
  entities: z.array(BusinessEntity).min(1).readonly(),
});
export type Lab = z.infer<typeof Lab>;

/** The lab of the default configuration, whose bench serves both business entities. */
export const DEFAULT_LAB: Lab = { id: 'WBL', home: 'WBL', entities: ['WBL', 'RESONANT'] };

/** The person of a session or an operation, as far as it decides whose records they see. */
export interface LabMember {
  role: Role;
  entity: BusinessEntity;
  lab: Lab;
}

/** Report whether the person works on the specimens of every business entity that the lab serves. */
export const servesWholeLab = ({ role, entity, lab }: LabMember): boolean =>
  entity === lab.home && hasCapability(role, 'serveWholeLab');

/**
 * Return the business entities whose records the person sees: all that the lab serves for its own staff, the
 * person's own for offices and customers.
 */
export const visibleEntities = (member: LabMember): readonly BusinessEntity[] =>
  servesWholeLab(member) ? member.lab.entities : [member.entity];

/** Report whether a row belongs to a business entity that the person sees. */
export const isVisible = (member: LabMember, row: { entity: BusinessEntity }): boolean =>
  visibleEntities(member).includes(row.entity);

/** Return the business entities whose records an operation or call with this grant reads and writes. */
export function entitiesOfGrant(member: LabMember, grant: Grant): readonly BusinessEntity[] {
  const family = grant.slice(0, grant.lastIndexOf(':'));
  return LAB_FAMILIES.some((one) => one === family) ? visibleEntities(member) : [member.entity];
}

/** Return the lab of a business entity, or a lab of its own for one that no lab serves. */
export const labServing = (labs: readonly Lab[], entity: BusinessEntity): Lab =>
  labs.find(({ entities }) => entities.includes(entity)) ?? { id: entity, home: entity, entities: [entity] };

/** How much a device stores: the whole bench, the records of projects, or those that customers ask about. */
export type ReplicaScope = 'BENCH' | 'PROJECTS' | 'SERVICE';

/** Return what the person's devices store; null for customers, offices, and where there is no bench. */
export function replicaScopeOf(member: LabMember): ReplicaScope | null {
  if (hasCapability(member.role, 'loadBenchReplica')) return servesWholeLab(member) ? 'BENCH' : null;
  if (hasCapability(member.role, 'loadProjectReplica')) return 'PROJECTS';
  return hasCapability(member.role, 'loadServiceReplica') ? 'SERVICE' : null;
}
