import type { Played } from './play.ts';

/** A difference that is known and not mended yet. A row that no longer occurs for one of its pairs fails the test. */
export interface KnownException {
  id: string;
  what: string;
  reason: string;
  problem: RegExp;
  pairs: readonly string[];
}

export const KNOWN_EXCEPTIONS: readonly KnownException[] = [];

/** The exceptions that explain a problem of these operations. */
export const explains = ({ problem, pairs }: KnownException, name: string, text: string): boolean => {
  const names = name.split(' × ');
  return problem.test(text) && pairs.some((pair) => pair.split(' × ').every((one) => names.includes(one)));
};

/** The exceptions that a played pair shows. */
export const exceptionsOf = (played: Played, exceptions: readonly KnownException[]): KnownException[] =>
  exceptions.filter((one) => played.problems.some(({ text }) => explains(one, played.name, text)));
