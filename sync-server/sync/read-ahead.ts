import type { ClientBase } from 'pg';
import type { OperationDefinition } from '#db/operation.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { markHandled } from '#sync-server/postgres/pipelined.ts';
import { ReadPrefetcher } from '#sync-server/postgres/read-prefetcher.ts';
import { type EnteredArgs, enterArgs } from './entered-args.ts';

/** The savepoint before an operation's rule; everything that the rule asks for and writes is behind it. */
export const SAVE = 'SAVEPOINT rule';

/** Undoes what was asked for or written behind the savepoint, also when it failed there. */
export const UNDO = 'ROLLBACK TO SAVEPOINT rule; RELEASE SAVEPOINT rule';

/** The arguments of an operation and what its rule will ask for, before it is known whether the rule is run. */
export interface ReadAhead {
  enteredArgs: EnteredArgs;
  prefetcher: ReadPrefetcher;
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
  const enteredArgs = definition && enterQuietly(definition, envelope);
  if (!enteredArgs || enteredArgs === 'unknown version' || 'invalid' in enteredArgs) return undefined;
  markHandled(client.query(SAVE));
  const prefetcher = new ReadPrefetcher(client, entity, { name: envelope.name, args: enteredArgs.args });
  markHandled(prefetcher.prefetch());
  return { enteredArgs, prefetcher };
}
