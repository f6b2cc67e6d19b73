import { describeIssue } from '#db/errors/field-issues.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { upcast } from '#db/sync/protocol-version.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { isTooDeep } from './args-hash.ts';
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
