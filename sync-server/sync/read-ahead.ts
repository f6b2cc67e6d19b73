import type { ClientBase } from 'pg';
import { describeIssue } from '#db/errors/field-issues.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { upcast } from '#db/sync/protocol-version.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { createPrefetcher, isReadAhead } from '#sync-server/postgres/acceleration/acceleration.ts';
import type { Prefetcher } from '#sync-server/postgres/acceleration/parts.ts';
import { markHandled } from '#sync-server/postgres/transaction.ts';
import { isTooDeep } from './operation-log.ts';
import { invalidArguments } from './verdict-of-error.ts';

/** An operation's parsed arguments, or the reason why they do not parse. */
export type EnteredArgs =
  | 'unknown version'
  | { readonly invalid: string }
  | { readonly args: Record<string, unknown> };

/** Parse an operation's arguments without any query. */
export function enterArgs(
  definition: OperationDefinition,
  { name, version, args }: Pick<OperationEnvelope, 'name' | 'version' | 'args'>,
): EnteredArgs {
  const current = upcast(name, version, definition.version, args);
  if (!current) return 'unknown version';
  if (isTooDeep(current)) return { invalid: MESSAGES.fixForm };
  const parsed = definition.args.safeParse(current, { error: describeIssue });
  return parsed.success ? { args: parsed.data } : { invalid: invalidArguments(parsed.error).message };
}

/** Set the savepoint before an operation's rule, in front of all reads and writes of the rule. */
export const SAVE = 'SAVEPOINT rule';

/** Roll back to the savepoint, also after an error behind it. */
export const UNDO = 'ROLLBACK TO SAVEPOINT rule; RELEASE SAVEPOINT rule';

/**
 * The parsed arguments of an operation and its prefetched reads, before it is known whether the rule runs.
 */
export interface ReadAhead {
  enteredArgs: EnteredArgs;
  prefetcher: Prefetcher;
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
 * Send the savepoint and the expected reads of the rule with the statement that opens the work on an operation,
 * which is nearly always the next one: this saves a round trip to the database. Returns undefined, and sends
 * nothing, if no rule can run.
 */
export function readAhead(
  client: ClientBase,
  lab: string,
  definition: OperationDefinition | undefined,
  envelope: OperationEnvelope,
): ReadAhead | undefined {
  if (!isReadAhead(client)) return undefined;
  const enteredArgs = definition && enterQuietly(definition, envelope);
  if (!enteredArgs || enteredArgs === 'unknown version' || 'invalid' in enteredArgs) return undefined;
  markHandled(client.query(SAVE));
  const prefetcher = createPrefetcher(client, lab, { name: envelope.name, args: enteredArgs.args });
  markHandled(prefetcher.prefetch());
  return { enteredArgs, prefetcher };
}
