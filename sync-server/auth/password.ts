import { hash, verify } from '@node-rs/argon2';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '#db/errors/app-error.ts';

// OWASP's first recommendation for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Costly hashing in one place, so that a test can count it: each sign-in attempt must cost the same. */
export const argon2 = { hash, verify };

/** Hash a password or PIN with Argon2id; salt and cost are part of the result. */
export const hashSecret = (secret: string): Promise<string> => argon2.hash(secret, COST);

// Verified if the account does not exist, so that time does not reveal known addresses. Created at the start,
// because the first unknown address must not take longer either.
const decoy: Promise<string> = hashSecret('a secret that nobody has');

/** Verify a secret; without a hash it takes as long and returns false. */
export async function verifySecret(hashed: string | null | undefined, secret: string): Promise<boolean> {
  const unknown = await decoy;
  const matches = await argon2.verify(hashed ?? unknown, secret);
  return matches && typeof hashed === 'string';
}

// An attacker who knows common passwords guesses it within a billion tries (zxcvbn's scale of 0 to 4).
const WEAKEST_SCORE = 2;

// Minimum length that must remain of a password without the person's own words.
const OWN_PART = 6;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Throw if a password is known or easy to guess, also from the person's own name or address. `NewPassword`
 * checks the length before. `path` names the field in the response.
 */
export function requireStrongPassword(password: string, about: readonly string[], path = 'password'): void {
  const own = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length > 3);
  const rest = own.reduce((text, part) => text.replaceAll(part, ''), password.toLowerCase());
  if (rest.length >= OWN_PART && estimator.check(password).score >= WEAKEST_SCORE) return;
  const message = 'This password is easy to guess. Use several unrelated words.';
  throw new AppError('VALIDATION', message, [{ path, message }]);
}

// The most used six-digit codes that no rule below covers: keypad patterns and well-known numbers.
const KNOWN_PINS = new Set([
  '147258',
  '159753',
  '258456',
  '147852',
  '789456',
  '741852',
  '852456',
  '520131',
  '314159',
]);

const isRun = (digits: readonly number[]): boolean => {
  const step = ((digits[1] ?? 0) - (digits[0] ?? 0) + 10) % 10;
  const follows = digits.every(
    (digit, place) => place === 0 || (digit - (digits[place - 1] ?? 0) + 10) % 10 === step,
  );
  return follows && [0, 1, 9].includes(step);
};

/** Report whether a PIN is an obvious guess: one digit, a run, a repeated or mirrored block. */
export function isTrivialPin(pin: string): boolean {
  const mirrored = pin === [...pin].reverse().join('');
  const blocks = /^(\d{2})\1\1$|^(\d{3})\2$/.test(pin) || /^(\d)\1\1(\d)\2\2$/.test(pin);
  return mirrored || blocks || isRun([...pin].map(Number)) || KNOWN_PINS.has(pin);
}

/** Throw if a PIN is an obvious guess. */
export function requireStrongPin(pin: string): void {
  if (!isTrivialPin(pin)) return;
  const message = 'This PIN is easy to guess. Avoid repeated digits and sequences.';
  throw new AppError('VALIDATION', message, [{ path: 'pin', message }]);
}
