import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { sendVerification } from '#sync-server/services/identity/create-account.ts';
import { findActiveAccount } from './active-account.ts';
import { changeAccount } from './change-account.ts';
import { endLinks, spendLink } from './links.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Mark the address as verified after the person opened the link sent to it. */
export async function verifyEmail(
  { pool, now }: Services,
  entity: BusinessEntity,
  token: string,
): Promise<void> {
  const at = now();
  await inTransaction(pool, async (client) => {
    const { userId } = await spendLink(client, { kind: 'EMAIL_VERIFICATION', entity, token, now: at });
    await changeAccount(client, { userId, entity }, { emailVerified: at }, { now: at });
    await endLinks(client, userId, ['EMAIL_VERIFICATION'], at);
  });
}

/** Send the link again if the address belongs to a person who has not verified it yet. */
export async function resendVerification(
  services: Services,
  entity: BusinessEntity,
  email: string,
): Promise<void> {
  await inTransaction(services.pool, async (client) => {
    const account = await findActiveAccount(client, entity, 'email', email);
    if (!account || account.verified) return;
    await sendVerification(client, services, { entity, userId: account.userId, email });
  });
}
