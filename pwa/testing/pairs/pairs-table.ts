import type { KnownException } from './known-exceptions.ts';
import { exceptionsOf } from './known-exceptions.ts';
import type { PlayResult } from './play.ts';
import type { Kind } from './replay.ts';

/** Name the result of a pair in the words of the table. */
const KIND_TEXTS: Record<Kind, string> = {
  SAME: 'same in both orders',
  SAME_CONFLICT: 'conflict in both orders, decided alike',
  CONFLICT_IN_ONE_ORDER: 'conflict in one order, decided as the other ends',
  LATER_IS_REFUSED: 'the later one is refused',
  DIFFERENT: 'differs',
};

function verdictOf(result: PlayResult, exceptions: readonly KnownException[]): string {
  const refusalText = result.refusals.length > 0 ? ` (${result.refusals.join(', ')})` : '';
  const kindTexts = result.kinds.map(
    (kind) => KIND_TEXTS[kind] + (kind === 'LATER_IS_REFUSED' ? refusalText : ''),
  );
  const known = exceptionsOf(result, exceptions).map(({ id }) => id);
  return kindTexts.join('; ') + (known.length > 0 ? ` [${known.join(', ')}]` : '');
}

/** Format the table of all pairs with their verdicts for docs/two-person-pairs.md. */
export function pairsTable(all: readonly PlayResult[], exceptions: readonly KnownException[]): string {
  const count = (kind: Kind) => all.filter(({ kinds }) => kinds.includes(kind)).length;
  const lines = all.map(({ name, isRelated, ...more }) => {
    const [a, b] = name.split(' × ');
    return `| ${a} | ${b} | ${isRelated ? 'one thing' : 'apart'} | ${verdictOf({ name, isRelated, ...more }, exceptions)} |`;
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
    ...Object.entries(KIND_TEXTS).map(([kind, kindTexts]) => `| ${kindTexts} | ${count(kind as Kind)} |`),
    '',
    ...(exceptions.length === 0
      ? []
      : ['## Known exceptions', '', '| | What differs | Why |', '|---|---|---|']),
    ...exceptions.map(({ id, description, reason }) => `| ${id} | ${description} | ${reason} |`),
    ...(exceptions.length === 0 ? [] : ['']),
    '## All pairs',
    '',
    '| A | B | About | How it ends |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
