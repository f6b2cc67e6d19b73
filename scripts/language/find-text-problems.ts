import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSourceFiles } from '#scripts/source-files.ts';
import { listScreenTexts } from './list-screen-texts.ts';
import { ALLOWED_TEXTS, type AllowedText, SCREEN_TERMS } from './screen-terms.ts';

const ROOMS = /^(pwa|db|sync-server)\/.*\.tsx?$/;
/** Tests and their data, the records of the demo lab, and texts for developers of the API. */
const OTHER = /\.test\.|\.e2e\.|\.d\.ts$|\/testing\/|^db\/(demo|factories|api)\/|^sync-server\/(fuzz|demo)\//;

const isUnder = (file: string, under: string): boolean =>
  under.endsWith('/') ? file.startsWith(under) : file === under;

/** Checks the texts of screens, emails and documents; an exception that no text needs is a problem too. */
export function findTextProblems(
  root: string,
  allowedTexts: readonly AllowedText[] = ALLOWED_TEXTS,
): { texts: number; problems: string[] } {
  const usedExceptions = new Set<AllowedText>();
  let count = 0;
  const problems: string[] = [];
  for (const file of listSourceFiles(root)) {
    if (!ROOMS.test(file) || OTHER.test(file)) continue;
    const texts = listScreenTexts(readFileSync(path.join(root, file), 'utf8'), file.endsWith('x'));
    count += texts.length;
    for (const { text, line } of texts)
      for (const { pattern, term } of SCREEN_TERMS) {
        const match = pattern.exec(text)?.[0];
        if (match === undefined) continue;
        const exceptions = allowedTexts.filter((one) => isUnder(file, one.under) && text.includes(one.text));
        for (const exception of exceptions) usedExceptions.add(exception);
        if (exceptions.length === 0) problems.push(`${file}:${line}: "${match}" in “${text}”; use: ${term}`);
      }
  }
  const unused = allowedTexts
    .filter((exception) => !usedExceptions.has(exception))
    .map(({ text, under }) => `scripts/language/screen-terms.ts: no text under ${under} has “${text}”`);
  return { texts: count, problems: [...problems, ...unused] };
}
