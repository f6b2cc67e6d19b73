import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { AppError } from '#db/errors/app-error.ts';
import { type FactorProof, PasskeyAssertion } from '#db/identity/second-factor.ts';
import { readPasskeyOptions, startPasskey } from './second-factor-api.ts';

/** Reports whether this browser can use passkeys at all. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function';

// Only who uses a passkey downloads what speaks with the browser about it.
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

/** Lets the person pick a passkey and proves it. */
export async function provePasskey(): Promise<FactorProof> {
  const { startAuthentication } = await loadWindow();
  // The marked edge: the options come from the same library on the server, and the browser checks them.
  const optionsJSON = (await readPasskeyOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await inWindow(() => startAuthentication({ optionsJSON }));
  return { kind: 'PASSKEY', assertion: PasskeyAssertion.parse(answer) };
}

/** Lets the browser make a passkey for this person. */
export async function makePasskey(password: string | null): Promise<unknown> {
  const { startRegistration } = await loadWindow();
  // The marked edge: as above.
  const optionsJSON = (await startPasskey(password)) as unknown as PublicKeyCredentialCreationOptionsJSON;
  return inWindow(() => startRegistration({ optionsJSON }));
}
