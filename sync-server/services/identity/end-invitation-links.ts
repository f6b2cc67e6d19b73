import type { ClientBase } from 'pg';

/** End every open link of a membership's invitation, in the caller's transaction. */
export const endInvitationLinks = (client: ClientBase, userCompanyId: string, now: Date) =>
  client.query(
    `UPDATE email_token SET used_at = $2, updated_at = $2, version = version + 1
      WHERE user_company_id = $1 AND kind = 'INVITATION' AND used_at IS NULL`,
    [userCompanyId, now],
  );
