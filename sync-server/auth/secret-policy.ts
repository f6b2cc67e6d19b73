import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';

/** Six digits (domain 2, User.pin). */
export const Pin = z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.');

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
