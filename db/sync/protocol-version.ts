/**
 * Version of the wire contract between device and server.
 * 1: first version.
 */
export const PROTOCOL_VERSION = 1;

type Args = Record<string, unknown>;

/**
 * Converters of an operation's arguments from one version to the next, by `name@version`. Each stays as long
 * as a device may have such operations in its outbox (180 days).
 */
const UPCASTERS: Readonly<Record<string, (args: Args) => Args>> = {
  'complete-batch@1': (args) => ({ ...args, sampleIds: null }),
  // Older apps do not send which layout the person saw.
  'start-batch@1': (args) => ({ ...args, layout: null }),
  'confirm-registration@1': (args) => ({ ...args, seenTotal: null }),
  'override-order@1': (args) => ({ ...args, unfinished: null }),
};

/** Convert arguments from one version of an operation to another; undefined when there is no path. */
export function upcast(
  name: string,
  from: number,
  to: number,
  args: Args,
  known = UPCASTERS,
): Args | undefined {
  let current: Args | undefined = from > to ? undefined : args;
  for (let version = from; current && version < to; version += 1)
    current = known[`${name}@${version}`]?.(current);
  return current;
}
