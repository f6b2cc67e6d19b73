import type { ClientBase } from 'pg';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';

interface Person {
  entity: BusinessEntity;
  userId: string;
}

const CHANGES = {
  PASSWORD: 'Your password was changed',
  PIN: 'Your signing PIN was changed',
  AUTHENTICATOR_ADDED: 'An authenticator app was added to your account',
  PASSKEY_ADDED: 'A passkey was added to your account',
  FACTOR_REMOVED: 'A second factor was removed from your account',
  FACTOR_RESET: 'An administrator reset your second factor',
  RECOVERY_CODES_RENEWED: 'Your recovery codes were renewed',
  RECOVERY_CODE_USED: 'A recovery code was used to sign in to your account',
} as const;

/** The changed secret or factor, and the time. */
export interface SecretChange {
  change: keyof typeof CHANGES;
  now: Date;
}

const timeOf = (now: Date): string => `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Render the email about a change of a person's sign-in data. */
export function securityNotice(entity: BusinessEntity, { change, now }: SecretChange) {
  const subject = CHANGES[change];
  return renderEmail(entity, {
    subject,
    heading: subject,
    paragraphs: [
      `${CHANGES[change]} on ${timeOf(now)}.`,
      `If that was not you, set a new password with "Forgot password" and write to ${ENTITY_PROFILE[entity].supportAddress}.`,
    ],
  });
}

function guessingNotice(entity: BusinessEntity, names: { caller: string; target: string }, now: Date) {
  const { caller, target } = names;
  const subject = `Wrong signing PINs were entered for ${target}`;
  return renderEmail(entity, {
    subject,
    heading: subject,
    paragraphs: [
      `${caller} entered several wrong PINs for ${target}, the last on ${timeOf(now)}.`,
      `For 15 minutes ${caller} cannot confirm anything with a colleague's PIN. Nothing was signed.`,
      'If this was no mistake, change the PIN in Settings and speak with the person.',
    ],
  });
}

const about = (userId: string) => ({ targetType: 'User', targetId: userId });

/** Notify a person by email, in the caller's transaction, that one of their secrets was changed. */
export async function mailSecurityNotice(
  client: ClientBase,
  { userId, entity }: Person,
  change: SecretChange,
): Promise<void> {
  const { rows } = await client.query<{ email: string }>('SELECT email FROM "user" WHERE id = $1', [userId]);
  const to = rows[0]?.email;
  if (to)
    await queueMail(client, {
      entity,
      kind: 'SECURITY_NOTICE',
      to,
      ...securityNotice(entity, change),
      data: about(userId),
    });
}

const WARNED = `
  SELECT DISTINCT u.email FROM "user" u JOIN user_company uc ON uc.user_id = u.id
   WHERE NOT u.deleted AND NOT uc.deleted AND NOT uc.deactivated
     AND (u.id = $1 OR (uc.entity = $2 AND uc.role IN ${rolesSql('receiveSecurityNotices')}))`;

/**
 * Warn a person and the administrators, in the caller's transaction, that a colleague tried to guess the PIN.
 */
export async function warnOfGuessedPin(
  client: ClientBase,
  { userId, entity, name }: Person & { name: string },
  { callerName, now }: { callerName: string; now: Date },
): Promise<void> {
  const { rows } = await client.query<{ email: string }>(WARNED, [userId, entity]);
  const notice = guessingNotice(entity, { caller: callerName, target: name }, now);
  for (const { email: to } of rows)
    await queueMail(client, { entity, kind: 'SECURITY_NOTICE', to, ...notice, data: about(userId) });
}
