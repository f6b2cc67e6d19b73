import { type EmailToken, emailToken } from '#db/identity/email-token.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an unused link to set a new password. */
export function buildEmailToken(overrides: Partial<EmailToken> = {}): EmailToken {
  const number = nextNumber('email-token');
  return buildRow(
    emailToken,
    {
      id: `email-token-${number}`,
      kind: 'PASSWORD_RESET',
      tokenHash: `hash-${number}`,
      userId: 'user-tech',
      email: 'tess@wbl.example',
      expiresAt: '2026-11-21T09:00:00.000Z',
    },
    overrides,
  );
}
