import { AppError } from '#db/errors/app-error.ts';
import type { FactorProof } from '#db/identity/second-factor.ts';
import { logAccess, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { mailSecurityNotice } from '#sync-server/auth/accounts/security-notice.ts';
import { countAttempt, type Limit, refundAttempt } from '#sync-server/auth/attempts.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { takeAppCode } from './authenticator.ts';
import { type PasskeySite, takePasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import type { SigningIn } from './signing-in.ts';

/**
 * Return the limits of wrong second factors: per address, overall, and per day. Only this account is blocked.
 */
const factorLimits = (userId: string, { ip }: SignInRequest): readonly Limit[] => [
  { key: `second-factor|${userId}|${ip}`, limit: 10, minutes: 15 },
  { key: `second-factor|${userId}`, limit: 30, minutes: 15 },
  { key: `second-factor|${userId}|day`, limit: 100, minutes: 24 * 60 },
];

const WRONG: Record<FactorProof['kind'], string> = {
  APP_CODE: 'That code does not match. Wait for the next one and enter it.',
  RECOVERY_CODE: 'That is not one of your unused recovery codes. Check it and try again.',
  PASSKEY: 'The passkey was not accepted. Try again or use another way.',
};

/** The origin of a proof. */
export interface ProofOrigin {
  site: PasskeySite;
  from: SignInRequest;
}

/** Throw unless this proves a second factor of the person; each code and each signature counts once. */
export async function proveFactor(
  services: AppServices,
  person: Pick<SigningIn, 'userId' | 'companyId' | 'sessionId' | 'entity'>,
  proof: FactorProof,
  { site, from }: ProofOrigin,
): Promise<void> {
  const { pool } = services;
  const { userId, companyId } = person;
  const limits = factorLimits(userId, from);
  await countAttempt(pool, services.now(), limits);
  if (!(await isProven(services, person, proof, site))) {
    await logAccess(pool, { userId, companyId }, 'SIGN_IN_FAILED', from);
    const message = WRONG[proof.kind];
    throw new AppError('VALIDATION', message, proof.kind === 'PASSKEY' ? [] : [{ path: 'code', message }]);
  }
  await refundAttempt(pool, limits);
}

async function isProven(
  { pool, env, now }: AppServices,
  person: Pick<SigningIn, 'userId' | 'sessionId' | 'entity'>,
  proof: FactorProof,
  site: PasskeySite,
): Promise<boolean> {
  const { userId } = person;
  const at = now();
  if (proof.kind === 'APP_CODE')
    return takeAppCode(pool, { userId, code: proof.code }, { secret: authSecret(env), now: at });
  if (proof.kind === 'PASSKEY') return takePasskey(pool, person, proof.assertion, { site, now: at });
  return inTransaction(pool, async (client) => {
    if (!(await takeRecoveryCode(client, { userId, code: proof.code }, at))) return false;
    await mailSecurityNotice(client, person, { change: 'RECOVERY_CODE_USED', now: at });
    return true;
  });
}
