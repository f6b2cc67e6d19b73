import { type SigningKey, signingKey } from '#db/identity/signing-key.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a public key registered on device A. */
export const buildSigningKey = (overrides: Partial<SigningKey> = {}): SigningKey =>
  buildRow(
    signingKey,
    {
      id: `signing-key-${nextNumber('signing-key')}`,
      userId: 'user-tech',
      deviceId: 'device-a',
      kind: 'PIN',
      publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
      expiresAt: '2099-01-01T00:00:00.000Z',
      endedAt: null,
      endReason: null,
    },
    overrides,
  );
