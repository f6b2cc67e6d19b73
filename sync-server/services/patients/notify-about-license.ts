import type { ClientBase } from 'pg';
import type { ClinicianLicense } from '#db/patients/clinician-license.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import {
  type LicenseNotification,
  renderLicenseExpiredEmail,
  renderLicenseExpiringEmail,
  renderLicenseProblemEmail,
  renderLicenseVerifiedEmail,
} from './license-emails.ts';

/** The result of a license operation. */
export type LicenseOutcome =
  | { kind: 'VERIFIED' | 'PROBLEM'; reason: string | null }
  | { kind: 'EXPIRED' }
  | { kind: 'EXPIRING'; days: number; daysLeft: number };

type NotifiedLicense = Pick<
  ClinicianLicense,
  'id' | 'entity' | 'userId' | 'designation' | 'licenseNumber' | 'state' | 'expiresOn'
>;

const KIND: Record<LicenseOutcome['kind'], EmailKind> = {
  VERIFIED: 'LICENSE_VERIFIED',
  PROBLEM: 'LICENSE_PROBLEM',
  EXPIRED: 'LICENSE_PROBLEM',
  EXPIRING: 'LICENSE_EXPIRING',
};

function renderLicenseEmail(
  entity: NotifiedLicense['entity'],
  notification: LicenseNotification,
  outcome: LicenseOutcome,
) {
  if (outcome.kind === 'EXPIRING') return renderLicenseExpiringEmail(entity, notification, outcome.daysLeft);
  if (outcome.kind === 'EXPIRED') return renderLicenseExpiredEmail(entity, notification);
  return outcome.kind === 'VERIFIED'
    ? renderLicenseVerifiedEmail(entity, notification)
    : renderLicenseProblemEmail(entity, notification);
}

/** Email the clinician about the result for a license, in the caller's transaction. */
export async function notifyAboutLicense(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  license: NotifiedLicense,
  outcome: LicenseOutcome,
): Promise<void> {
  const { entity, userId, designation, licenseNumber, state, expiresOn } = license;
  const { rows } = await client.query<{ email: string }>(
    'SELECT email FROM "user" WHERE id = $1 AND NOT deleted',
    [userId],
  );
  if (!rows[0]) return;
  const url = `${publicUrl(env, entity)}/settings/licenses`;
  const reason = 'reason' in outcome ? outcome.reason : null;
  const email = renderLicenseEmail(
    entity,
    { url, designation, licenseNumber, state, expiresOn, reason },
    outcome,
  );
  const data = {
    targetType: 'ClinicianLicense',
    targetId: license.id,
    ...(outcome.kind === 'EXPIRING' ? { days: String(outcome.days) } : {}),
  };
  await queueMail(client, { entity, kind: KIND[outcome.kind], to: rows[0].email, ...email, data });
}
