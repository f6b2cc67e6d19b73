import { CLINICIAN_DESIGNATION, type ClinicianDesignation } from '#db/patients/clinician-license.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { formatLongDate, renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** The input of an email about a license. */
export interface LicenseNotification {
  url: string;
  designation: ClinicianDesignation;
  licenseNumber: string | null;
  state: string;
  expiresOn: string;
  reason: string | null;
}

const facts = ({ designation, licenseNumber, state, expiresOn, reason }: LicenseNotification) => [
  ['Designation', CLINICIAN_DESIGNATION[designation]] as const,
  ...(licenseNumber ? [['License', `${licenseNumber} (${state})`] as const] : []),
  ['Expires', formatLongDate(expiresOn)] as const,
  ...(reason ? [['Note', reason] as const] : []),
];

const action = ({ url }: LicenseNotification) => ({ label: 'Open your licenses', url });

/** Render the email that the license is verified. */
export const renderLicenseVerifiedEmail = (entity: BusinessEntity, notification: LicenseNotification) =>
  renderEmail(entity, {
    subject: 'Your license is verified',
    heading: 'Your license is verified',
    paragraphs: ['You can place orders now.'],
    facts: facts(notification),
    action: action(notification),
  });

/** Render the email that the license was sent back. */
export const renderLicenseProblemEmail = (entity: BusinessEntity, notification: LicenseNotification) =>
  renderEmail(entity, {
    subject: 'Your license could not be verified',
    heading: 'Your license could not be verified',
    paragraphs: ['Correct the license. Your license must be verified before you can place orders.'],
    facts: facts(notification),
    action: action(notification),
  });

/** Render the email that the license has expired. */
export const renderLicenseExpiredEmail = (entity: BusinessEntity, notification: LicenseNotification) =>
  renderEmail(entity, {
    subject: 'Your license has expired',
    heading: 'Your license has expired',
    paragraphs: ['Enter the renewed license. Your license must be verified before you can place orders.'],
    facts: facts(notification),
    action: action(notification),
  });

/** Render the email that the license expires soon. */
export const renderLicenseExpiringEmail = (
  entity: BusinessEntity,
  notification: LicenseNotification,
  daysLeft: number,
) => {
  const when = daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;
  return renderEmail(entity, {
    subject: `Your license expires ${when}`,
    heading: `Your license expires ${when}`,
    paragraphs: ['Enter the renewed license to keep placing orders.'],
    facts: facts(notification),
    action: action(notification),
  });
};
