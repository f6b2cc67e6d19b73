import { CLINICIAN_DESIGNATION, type ClinicianDesignation } from '#db/patients/clinician-designation.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';

/** What a letter about a license tells. */
export interface LicenceNews {
  url: string;
  designation: ClinicianDesignation;
  licenseNumber: string | null;
  state: string;
  expiresOn: string;
  reason: string | null;
}

const facts = ({ designation, licenseNumber, state, expiresOn, reason }: LicenceNews) => [
  ['Designation', CLINICIAN_DESIGNATION[designation]] as const,
  ...(licenseNumber ? [['License', `${licenseNumber} (${state})`] as const] : []),
  ['Expires', letterDate(expiresOn)] as const,
  ...(reason ? [['Note', reason] as const] : []),
];

const action = ({ url }: LicenceNews) => ({ label: 'Open your licenses', url });

/** The license is verified. */
export const licenceVerifiedLetter = (entity: BusinessEntity, news: LicenceNews) =>
  writeLetter(entity, {
    subject: 'Your license is verified',
    heading: 'Your license is verified',
    paragraphs: ['You can place orders now.'],
    facts: facts(news),
    action: action(news),
  });

/** The license was sent back. */
export const licenceProblemLetter = (entity: BusinessEntity, news: LicenceNews) =>
  writeLetter(entity, {
    subject: 'Your license could not be verified',
    heading: 'Your license could not be verified',
    paragraphs: ['Please correct it. Your license must be verified before you can place orders.'],
    facts: facts(news),
    action: action(news),
  });

/** The license has expired. */
export const licenceExpiredLetter = (entity: BusinessEntity, news: LicenceNews) =>
  writeLetter(entity, {
    subject: 'Your license has expired',
    heading: 'Your license has expired',
    paragraphs: ['Enter the renewed license. Your license must be verified before you can place orders.'],
    facts: facts(news),
    action: action(news),
  });

/** The license expires soon. */
export const licenceExpiringLetter = (entity: BusinessEntity, news: LicenceNews, left: number) => {
  const when = left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`;
  return writeLetter(entity, {
    subject: `Your license expires ${when}`,
    heading: `Your license expires ${when}`,
    paragraphs: ['Enter the renewed license as soon as you have it, so that you can go on placing orders.'],
    facts: facts(news),
    action: action(news),
  });
};
