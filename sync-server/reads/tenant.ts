import { type Expression, type SqlBool, sql } from 'kysely';
import { type LabMember, servesWholeLab } from '#db/access/lab.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/**
 * Whose rows are read: those of a business entity, or of a lab's records, all of them for its own staff
 * (`entity` null). Lists of bench records are indexed by lab.
 */
export type Tenant = BusinessEntity | { lab: string; entity: BusinessEntity | null };

/** Return whose bench records the person sees. */
export const tenantOf = (member: LabMember): Tenant => ({
  lab: member.lab.id,
  entity: servesWholeLab(member) ? null : member.entity,
});

/** Build the conditions that rows of the table with this alias belong to the tenant. */
export function isOfTenant(tenant: Tenant, alias: string): Expression<SqlBool>[] {
  const ofEntity = (entity: BusinessEntity): Expression<SqlBool> =>
    sql`${sql.ref(`${alias}.entity`)} = ${entity}`;
  if (typeof tenant === 'string') return [ofEntity(tenant)];
  const ofLab = sql<SqlBool>`${sql.ref(`${alias}.lab`)} = ${tenant.lab}`;
  return tenant.entity === null ? [ofLab] : [ofLab, ofEntity(tenant.entity)];
}
