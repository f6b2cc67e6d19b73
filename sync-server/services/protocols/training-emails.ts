import type { BusinessEntity } from '#db/values/business-entity.ts';
import { formatLongDate, renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** A training that ends soon or today. */
export interface EndingTraining {
  person: string;
  procedure: string;
  expiresOn: string;
}

/** The text of the time left: `today`, `tomorrow` or `in 7 days`. */
const timeLeft = (daysLeft: number): string =>
  daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;

/** Render the email that tells a person that their own training ends. */
export const renderOwnTrainingEmail = (
  entity: BusinessEntity,
  url: string,
  { procedure, expiresOn }: EndingTraining,
  daysLeft: number,
) =>
  renderEmail(entity, {
    subject: `Your training on ${procedure} ends ${timeLeft(daysLeft)}`,
    heading: 'Your training ends',
    paragraphs: [
      'Ask your lab manager to renew the training. After the last day a trained colleague signs with you.',
    ],
    facts: [
      ['Procedure', procedure],
      ['Last day', formatLongDate(expiresOn)],
    ],
    action: { label: 'Open training', url },
  });

const MAX_LINES = 30;

/** Render the email that tells lab managers whose trainings end. */
export const renderTrainingDueEmail = (
  entity: BusinessEntity,
  url: string,
  trainings: readonly EndingTraining[],
) =>
  renderEmail(entity, {
    subject:
      trainings.length === 1 ? `Training ends: ${trainings[0]?.person}` : `${trainings.length} trainings end`,
    heading: 'Trainings end',
    paragraphs: ['Arrange a training or an assessment, so that work can be signed without a second person.'],
    facts: [
      ...trainings
        .slice(0, MAX_LINES)
        .map(
          ({ person, procedure, expiresOn }) =>
            [person, `${procedure}, last day ${formatLongDate(expiresOn)}`] as const,
        ),
      ...(trainings.length > MAX_LINES
        ? [['And more', `${trainings.length - MAX_LINES} more on the page`] as const]
        : []),
    ],
    action: { label: 'Open training', url },
  });
