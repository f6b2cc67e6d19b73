import type { ClientBase } from 'pg';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';

const MEMBERSHIP = `
  SELECT uc.id AS "userCompanyId", uc.user_id AS "userId", uc.role, uc.entity, uc.company_id AS "companyId", u.email,
         c.name AS "companyName", coalesce(i.name, i.first_name || ' ' || i.last_name, '') AS "invitedBy",
         uc.accepted_at IS NULL AND NOT uc.deleted AND NOT c.deleted AS waiting,
         u.email_verified IS NOT NULL AND (u.password IS NOT NULL OR u.google_id IS NOT NULL) AS "hasAccount",
         coalesce(u.name, u.first_name || ' ' || u.last_name) AS name
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id JOIN company c ON c.id = uc.company_id
    LEFT JOIN "user" i ON i.id = uc.invited_by_id`;

const Waiting = z.object({
  userCompanyId: z.string(),
  userId: z.string(),
  role: Role,
  companyId: z.string(),
  email: z.string(),
  companyName: z.string(),
  invitedBy: z.string(),
  waiting: z.boolean(),
  hasAccount: z.boolean(),
  name: z.string(),
});
/** An invited membership; `waiting` until the invitation is accepted. */
export type Waiting = z.infer<typeof Waiting>;

/** Find the membership that fits the condition, with the content of its invitation. */
export async function membershipWhere(
  client: Pick<ClientBase, 'query'>,
  condition: string,
  values: unknown[],
): Promise<Waiting | undefined> {
  const { rows } = await client.query(`${MEMBERSHIP} WHERE ${condition}`, values);
  return rows[0] ? Waiting.parse(rows[0]) : undefined;
}

/** End every open link of a membership's invitation, in the caller's transaction. */
export const endInvitationLinks = (client: ClientBase, userCompanyId: string, now: Date) =>
  client.query(
    `UPDATE email_token SET used_at = $2, updated_at = $2, version = version + 1
      WHERE user_company_id = $1 AND kind = 'INVITATION' AND used_at IS NULL`,
    [userCompanyId, now],
  );
