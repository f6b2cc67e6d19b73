import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

const UNEXPECTED = 'If you did not expect this email, you can ignore it.';

// Mail programs turn URLs into links: a stranger's "name" must not become an advertisement or a trap.
const LINK_PATTERN = /[:/@\\]|www\.|\.\p{L}{2}/iu;

/** Make text that a person wrote about themselves safe for emails to others. */
export const neutralizeText = (name: string, instead: string): string =>
  name.length > 80 || LINK_PATTERN.test(name) ? instead : name;

/** Render the email "Confirm your e-mail address" for a new account. */
export const renderVerificationEmail = (entity: BusinessEntity, url: string) =>
  renderEmail(entity, {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `An account at ${ENTITY_PROFILE[entity].displayName} was created with this address. Confirm that this address is yours.`,
      'The link expires in 24 hours.',
    ],
    action: { label: 'Confirm', url },
    footnote: `If you did not create an account, do not open the link.`,
  });

/** Render the email with a sign-in link; `unconfirmed` if the address was never verified before. */
export const renderSignInEmail = (entity: BusinessEntity, url: string, unconfirmed: boolean) =>
  renderEmail(entity, {
    subject: `Sign in to ${ENTITY_PROFILE[entity].displayName}`,
    heading: 'Your sign-in link',
    paragraphs: [
      'The link can be used once and expires in 15 minutes. Open it on the device where you want to work.',
      ...(unconfirmed
        ? [
            'Your address was not confirmed yet. Signing in confirms the address and removes the account’s password; set a new one with "Forgot password".',
          ]
        : []),
    ],
    action: { label: 'Sign in', url },
    footnote: UNEXPECTED,
  });

/** Render the email with a link to set a new password. */
export const renderPasswordEmail = (entity: BusinessEntity, url: string) =>
  renderEmail(entity, {
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [
      'We received a request to reset your password. The link can be used once and expires in 60 minutes.',
      'Setting a new password signs you out everywhere else.',
    ],
    action: { label: 'Set a new password', url },
    footnote: `${UNEXPECTED} Your password stays as it is.`,
  });

/** Render the email with an invitation to join an organization. */
export function renderInvitationEmail(
  entity: BusinessEntity,
  invitation: { url: string; invitedBy: string; companyName: string; role: Role },
) {
  const company = neutralizeText(invitation.companyName, 'an organization');
  const person = neutralizeText(invitation.invitedBy, 'A colleague');
  const { displayName } = ENTITY_PROFILE[entity];
  return renderEmail(entity, {
    subject: `Join ${company} at ${displayName}`,
    heading: `Join ${company}`,
    paragraphs: [
      `${person} invites you to work with ${company} at ${displayName}.`,
      'The link expires in 7 days.',
    ],
    facts: [
      ['Organization', company],
      ['Role', ROLE_LABELS[invitation.role].short],
    ],
    action: { label: 'Accept the invitation', url: invitation.url },
    footnote: UNEXPECTED,
  });
}

/** Render the email that asks customer service to verify a new organization. */
export const renderVerificationNeededEmail = (
  entity: BusinessEntity,
  about: { url: string; companyName: string; similar: number },
) =>
  renderEmail(entity, {
    subject: `Verify ${neutralizeText(about.companyName, 'a new organization')}`,
    heading: 'A new organization needs verification',
    paragraphs: [
      'The organization can draft orders, and submit them once approved.',
      ...(about.similar > 0
        ? ['An organization with the same name and postal code exists. Check for a duplicate.']
        : []),
    ],
    facts: [['Organization', neutralizeText(about.companyName, '(see the page)')]],
    action: { label: 'Review', url: about.url },
  });
