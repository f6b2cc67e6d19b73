import { afterAll, afterEach, beforeEach, expect } from 'vitest';

// RxDB's open edition advertises itself once in a page; any other console output fails.
const ALLOWED = [/rxdb/i];

let problems: string[] = [];
const original = { error: console.error, warn: console.warn };

const keep =
  (level: 'error' | 'warn') =>
  (...parts: unknown[]): void => {
    const text = parts
      .map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part)))
      .join(' ');
    if (level === 'warn' && ALLOWED.some((pattern) => pattern.test(text))) return;
    problems.push(`console.${level}: ${text}`);
    original[level](...parts);
  };

console.error = keep('error');
console.warn = keep('warn');

beforeEach(() => {
  problems = [];
});

afterEach(() => {
  const consoleProblems = problems;
  problems = [];
  expect(consoleProblems, 'a test must not write problems to the console').toEqual([]);
});

// Files that share their modules share the console too, so each restores it.
afterAll(() => {
  Object.assign(console, original);
});
