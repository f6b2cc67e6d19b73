import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';

// Guessed within a billion tries by who knows the usual passwords (zxcvbn's scale of 0 to 4).
/** Six digits (domain 2, User.pin). */
export const Pin = z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.');

const WEAKEST_SCORE = 2;

// What must be left of a password without the person's own words.
const OWN_PART = 6;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Refuses a password that is known or easily guessed, also one made of the person's own name or address. Its length is
 * judged before (`NewPassword`). `path` names the field in the answer.
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

// The most used six-digit codes that follow no rule below: keypad patterns and well-known numbers.
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

/** Reports whether a PIN is among the first that somebody would try: one digit, a run, a repeated or mirrored block. */
export function isTrivialPin(pin: string): boolean {
  const mirrored = pin === [...pin].reverse().join('');
  const blocks = /^(\d{2})\1\1$|^(\d{3})\2$/.test(pin) || /^(\d)\1\1(\d)\2\2$/.test(pin);
  return mirrored || blocks || isRun([...pin].map(Number)) || KNOWN_PINS.has(pin);
}

/** Refuses a PIN that is among the first that somebody would try. */
export function requireStrongPin(pin: string): void {
  if (!isTrivialPin(pin)) return;
  const message = 'This PIN is easy to guess. Avoid repeated digits and sequences.';
  throw new AppError('VALIDATION', message, [{ path: 'pin', message }]);
}
