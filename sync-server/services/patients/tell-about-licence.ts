import type { ClientBase } from 'pg';
import type { ClinicianLicense } from '#db/patients/clinician-license.ts';
import type { EmailKind } from '#db/records/email-kind.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import {
  type LicenceNews,
  licenceExpiredLetter,
  licenceExpiringLetter,
  licenceProblemLetter,
  licenceVerifiedLetter,
} from './licence-letters.ts';

/** What has become of a license. */
export type LicenceTold =
  | { what: 'VERIFIED' | 'PROBLEM'; reason: string | null }
  | { what: 'EXPIRED' }
  | { what: 'EXPIRING'; days: number; left: number };

type Told = Pick<
  ClinicianLicense,
  'id' | 'entity' | 'userId' | 'designation' | 'licenseNumber' | 'state' | 'expiresOn'
>;

const KIND: Record<LicenceTold['what'], EmailKind> = {
  VERIFIED: 'LICENSE_VERIFIED',
  PROBLEM: 'LICENSE_PROBLEM',
  EXPIRED: 'LICENSE_PROBLEM',
  EXPIRING: 'LICENSE_EXPIRING',
};

function letterOf(entity: Told['entity'], news: LicenceNews, told: LicenceTold) {
  if (told.what === 'EXPIRING') return licenceExpiringLetter(entity, news, told.left);
  if (told.what === 'EXPIRED') return licenceExpiredLetter(entity, news);
  return told.what === 'VERIFIED' ? licenceVerifiedLetter(entity, news) : licenceProblemLetter(entity, news);
}

/** Writes to the clinician what has become of a license; in the caller's transaction. */
export async function tellAboutLicence(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  licence: Told,
  told: LicenceTold,
): Promise<void> {
  const { entity, userId, designation, licenseNumber, state, expiresOn } = licence;
  const { rows } = await client.query<{ email: string }>(
    'SELECT email FROM "user" WHERE id = $1 AND NOT deleted',
    [userId],
  );
  if (!rows[0]) return;
  const url = `${publicUrl(env, entity)}/settings/licenses`;
  const reason = 'reason' in told ? told.reason : null;
  const letter = letterOf(entity, { url, designation, licenseNumber, state, expiresOn, reason }, told);
  const data = {
    targetType: 'ClinicianLicense',
    targetId: licence.id,
    ...(told.what === 'EXPIRING' ? { days: String(told.days) } : {}),
  };
  await queueMail(client, { entity, kind: KIND[told.what], to: rows[0].email, ...letter, data });
}
