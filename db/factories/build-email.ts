import { type Email, email } from '#db/records/email.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an email that waits to be delivered. */
export const buildEmail = (overrides: Partial<Email> = {}): Email =>
  buildRow(
    email,
    {
      id: `email-${nextNumber('email')}`,
      kind: 'EMAIL_TEST',
      to: 'tess@wbl.example',
      subject: 'Test email',
      text: 'Hello',
      html: '<p>Hello</p>',
      data: {},
      status: 'QUEUED',
      attempts: 0,
      nextAttemptAt: '2026-11-21T08:00:00.000Z',
    },
    overrides,
  );
