import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { BusinessEntity } from '#db/values/business-entity.ts';

const FOUND_BY = { email: 'u.email = $1', googleId: 'u.google_id = $1', userId: 'u.id = $1' } as const;

const account = (condition: string): string => `
  SELECT u.id AS "userId", coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email,
         u.email_verified IS NOT NULL AS verified, u.password IS NOT NULL AS "hasPassword", u.google_id AS "googleId",
         uc.id AS "userCompanyId", uc.company_id AS "companyId"
    FROM "user" u
    JOIN user_company uc ON uc.user_id = u.id AND uc.entity = $2 AND NOT uc.deactivated AND NOT uc.deleted
    JOIN company c ON c.id = uc.company_id AND NOT c.deleted
   WHERE NOT u.deleted AND ${condition}
   ORDER BY uc.last_login DESC NULLS LAST, uc.id
   LIMIT 1`;

const ActiveAccount = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  hasPassword: z.boolean(),
  googleId: z.string().nullable(),
  userCompanyId: z.string(),
  companyId: z.string(),
});
/** A person who may sign in, and the membership of their last sign-in. */
export type ActiveAccount = z.infer<typeof ActiveAccount>;

type By = keyof typeof FOUND_BY;

/** Find the active account of a person in this entity by address, Google id or user id. */
export async function findActiveAccount(
  client: Pick<ClientBase, 'query'>,
  entity: BusinessEntity,
  by: By,
  value: string,
): Promise<ActiveAccount | undefined> {
  const { rows } = await client.query(account(FOUND_BY[by]), [value, entity]);
  return rows[0] ? ActiveAccount.parse(rows[0]) : undefined;
}
