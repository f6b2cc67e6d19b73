import type { ClientBase } from 'pg';
import type { OperationDefinition } from '#db/operation.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { markHandled } from '#sync-server/postgres/pipelined.ts';
import { ReadPrefetcher } from '#sync-server/postgres/read-prefetcher.ts';
import { type EnteredArgs, enterArgs } from './entered-args.ts';

/** Set the savepoint before an operation's rule, in front of all reads and writes of the rule. */
export const SAVE = 'SAVEPOINT rule';

/** Roll back to the savepoint, also after an error behind it. */
export const UNDO = 'ROLLBACK TO SAVEPOINT rule; RELEASE SAVEPOINT rule';

/**
 * The parsed arguments of an operation and its prefetched reads, before it is known whether the rule runs.
 */
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
 * Send the savepoint and the expected reads of the rule in the packet that opens the work on an operation,
 * which is nearly always the next one: this saves a round trip to the database. Returns undefined, and sends
 * nothing, if no rule can run.
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
