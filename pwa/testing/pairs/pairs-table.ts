import type { KnownException } from './known-exceptions.ts';
import { exceptionsOf } from './known-exceptions.ts';
import type { Played } from './play.ts';
import type { Kind } from './replay.ts';

/** How a pair ends, in the words of the table. */
const WORDS: Record<Kind, string> = {
  SAME: 'same in both orders',
  SAME_CONFLICT: 'conflict in both orders, decided alike',
  CONFLICT_IN_ONE_ORDER: 'conflict in one order, decided as the other ends',
  LATER_IS_REFUSED: 'the later one is refused',
  DIFFERENT: 'differs',
};

function verdictOf(played: Played, exceptions: readonly KnownException[]): string {
  const refused = played.refusals.length > 0 ? ` (${played.refusals.join(', ')})` : '';
  const words = played.kinds.map((kind) => WORDS[kind] + (kind === 'LATER_IS_REFUSED' ? refused : ''));
  const known = exceptionsOf(played, exceptions).map(({ id }) => id);
  return words.join('; ') + (known.length > 0 ? ` [${known.join(', ')}]` : '');
}

/** The table of all pairs with their verdicts, as it stands in docs/two-person-pairs.md. */
export function pairsTable(all: readonly Played[], exceptions: readonly KnownException[]): string {
  const count = (kind: Kind) => all.filter(({ kinds }) => kinds.includes(kind)).length;
  const lines = all.map(({ name, together, ...more }) => {
    const [a, b] = name.split(' × ');
    return `| ${a} | ${b} | ${together ? 'one thing' : 'apart'} | ${verdictOf({ name, together, ...more }, exceptions)} |`;
  });
  return [
    '# A machine for two people: every pair of bench operations',
    '',
    'Written by `node --import tsx scripts/write-pairs-table.ts` from the machine in `pwa/testing/pairs`; a test fails when it is stale.',
    'Two people do these offline, from the same start; the operations reach the server in both orders. “One thing” says that the two',
    'were about the same tube, box, batch, section, lot or specimen; “apart”, that nothing in the lab lets them meet.',
    '',
    '| How it ends | Pairs |',
    '|---|---|',
    ...Object.entries(WORDS).map(([kind, words]) => `| ${words} | ${count(kind as Kind)} |`),
    '',
    ...(exceptions.length === 0
      ? []
      : ['## Known exceptions', '', '| | What differs | Why |', '|---|---|---|']),
    ...exceptions.map(({ id, what, reason }) => `| ${id} | ${what} | ${reason} |`),
    ...(exceptions.length === 0 ? [] : ['']),
    '## All pairs',
    '',
    '| A | B | About | How it ends |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
