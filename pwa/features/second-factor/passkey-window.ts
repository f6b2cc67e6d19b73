import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { AppError } from '#db/errors/app-error.ts';
import { type FactorProof, PasskeyAssertion } from '#db/identity/second-factor.ts';
import { readPasskeyOptions, startPasskey } from './second-factor-api.ts';

/** Report whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

// Loaded on demand: only passkey users download the WebAuthn library.
const loadWindow = () => import('@simplewebauthn/browser');

const KNOWN: Record<string, string> = {
  InvalidStateError: 'This passkey is added already. Use another one.',
  NotAllowedError: 'The browser got no passkey. Try again, or use another way.',
};

async function inWindow<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new AppError('VALIDATION', KNOWN[name] ?? 'This browser cannot use that passkey. Use another way.');
  }
}

/** Let the user select a passkey and sign with it. */
export async function provePasskey(): Promise<FactorProof> {
  const { startAuthentication } = await loadWindow();
  // Trusted cast: the same library creates the options on the server, and the browser validates them.
  const optionsJSON = (await readPasskeyOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await inWindow(() => startAuthentication({ optionsJSON }));
  return { kind: 'PASSKEY', assertion: PasskeyAssertion.parse(answer) };
}

/** Let the browser create a passkey for this user. */
export async function makePasskey(password: string | null): Promise<unknown> {
  const { startRegistration } = await loadWindow();
  // Trusted cast, as above.
  const optionsJSON = (await startPasskey(password)) as unknown as PublicKeyCredentialCreationOptionsJSON;
  return inWindow(() => startRegistration({ optionsJSON }));
}
