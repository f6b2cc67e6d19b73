import type { ClientBase } from 'pg';
import { Role } from '#db/access/roles.ts';
import type { Actor } from '#db/operation.ts';

/** What a person was allowed to be at a moment. */
export type Rights = { role: Role } | { deactivated: true };

const QUERY = `
  SELECT membership.role, membership.deactivated,
    (SELECT data ->> 'from' FROM event
      WHERE target_id = membership.id AND type = 'ROLE_CHANGED' AND occurred_at > $3
      ORDER BY occurred_at LIMIT 1) AS role_then,
    (SELECT max(occurred_at) <= $3 FROM event
      WHERE target_id IN (membership.id, membership.user_id) AND type = 'USER_DEACTIVATED') AS deactivated_then
  FROM user_company AS membership
  WHERE membership.id = $1 AND membership.user_id = $2 AND NOT membership.deleted`;

/**
 * The rights under which an act is judged: those of the moment at which it was done (domain 5.1). A deactivation
 * without a recorded time counts as having always been.
 */
export async function rightsAt(client: ClientBase, actor: Actor, occurredAt: string): Promise<Rights> {
  const { rows } = await client.query<{
    role: string;
    deactivated: boolean;
    role_then: string | null;
    deactivated_then: boolean | null;
  }>({ name: 'rights_at', text: QUERY, values: [actor.userCompanyId, actor.userId, occurredAt] });
  const membership = rows[0];
  if (!membership) return { deactivated: true };
  if (membership.deactivated && membership.deactivated_then !== false) return { deactivated: true };
  const then = Role.safeParse(membership.role_then);
  return { role: then.success ? then.data : Role.parse(membership.role) };
}
