type Args = Record<string, unknown>;

/**
 * How arguments of an older version of an operation become those of the next one, by `name@version`. They stay for as
 * long as a device may have kept such operations in its outbox (180 days).
 */
const UPCASTERS: Readonly<Record<string, (args: Args) => Args>> = {
  'complete-batch@1': (args) => ({ ...args, sampleIds: null }),
  // A start of an older app does not say which layout was seen.
  'start-batch@1': (args) => ({ ...args, layout: null }),
  'confirm-registration@1': (args) => ({ ...args, seenTotal: null }),
  'override-order@1': (args) => ({ ...args, unfinished: null }),
};

/** Brings arguments from one version of an operation to another; undefined when there is no way. */
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
