import type { ClientBase } from 'pg';
import type { OperationDefinition } from '#db/operation.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { ForeseenReads } from '#sync-server/postgres/foreseen-reads.ts';
import { toldElsewhere } from '#sync-server/postgres/one-packet.ts';
import { type EnteredArgs, enterArgs } from './entered-args.ts';

/** The savepoint before an operation's rule; everything that the rule asks for and writes is behind it. */
export const SAVE = 'SAVEPOINT rule';

/** Undoes what was asked for or written behind the savepoint, also when it failed there. */
export const UNDO = 'ROLLBACK TO SAVEPOINT rule; RELEASE SAVEPOINT rule';

/** The arguments of an operation and what its rule will ask for, before it is known whether the rule is run. */
export interface ReadAhead {
  entered: EnteredArgs;
  foreseen: ForeseenReads;
}

// A schema that throws refuses the operation where it is judged.
function enterQuietly(definition: OperationDefinition, envelope: OperationEnvelope): EnteredArgs | undefined {
  try {
    return enterArgs(definition, envelope);
  } catch {
    return undefined;
  }
}

/**
 * Sends the savepoint and what the rule is expected to ask for in the packet that opens the work on an operation, which
 * is nearly always the next one: one waiting for the database less. Undefined, and nothing is sent, when no rule can be run.
 */
export function readAhead(
  client: ClientBase,
  entity: string,
  definition: OperationDefinition | undefined,
  envelope: OperationEnvelope,
): ReadAhead | undefined {
  const entered = definition && enterQuietly(definition, envelope);
  if (!entered || entered === 'unknown version' || 'invalid' in entered) return undefined;
  toldElsewhere(client.query(SAVE));
  const foreseen = new ForeseenReads(client, entity, { name: envelope.name, args: entered.args });
  toldElsewhere(foreseen.begin());
  return { entered, foreseen };
}
