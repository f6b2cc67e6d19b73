import type { BrowserContext } from '@playwright/test';

// RxDB's open edition advertises itself once in a page.
const ADVERT = /rxdb/i;
// Chromium writes each failed request to the console, that of a service worker in words of its own; with a cut wire
// that is what is being tested.
const NO_NETWORK = /net::ERR_|An unknown error occurred when fetching the script/;

/** What a device's pages wrote to the console that they must not write, and errors that nobody caught. */
export interface PageProblems {
  list(): readonly string[];
  /** Texts that are expected from here on, for example a 401 that the test provokes. */
  allow(pattern: RegExp): void;
}

/** Listens to all pages of a context. */
export function watchProblems(context: BrowserContext, wireWasCut: () => boolean): PageProblems {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    const level = message.type();
    if (level !== 'error' && level !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (ADVERT.test(text) && level === 'warning') return;
    if (NO_NETWORK.test(text) && wireWasCut()) return;
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`console ${level}: ${text}`);
  });
  context.on('weberror', (error) => {
    const text = error.error().stack ?? String(error.error());
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`uncaught: ${text}`);
  });
  return { list: () => problems, allow: (pattern) => void allowed.push(pattern) };
}
