import { refuse } from '../errors/app-error.ts';

/** The allowed next states of each state; a state without any is terminal. */
export type Lifecycle<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** The screen texts of the statuses of a lifecycle. */
export type StatusWords<Status extends string> = Readonly<Record<Status, { label: string }>>;

/** Format why a status cannot follow another, with the screen texts of both. */
export const cannotChange = <Status extends string>(
  labels: StatusWords<Status>,
  from: Status,
  to: Status,
): string => `Cannot change status from ${labels[from].label} to ${labels[to].label}.`;

/** Refuse a status change that the lifecycle does not list. */
export function assertListed<Status extends string>(
  table: Lifecycle<Status>,
  labels: StatusWords<Status>,
  from: Status,
  to: Status,
): void {
  if (table[from].includes(to)) return;
  throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(labels, from, to));
}

/**
 * Find the shortest path between two states through the given states only, without the start; undefined when
 * there is none.
 */
export function pathBetween<Status extends string>(
  table: Lifecycle<Status>,
  from: Status,
  to: Status,
  through: readonly Status[],
): Status[] | undefined {
  const paths: Status[][] = [[from]];
  const visited = new Set<Status>([from]);
  for (const path of paths) {
    const last = path[path.length - 1] ?? from;
    if (last === to) return path.slice(1);
    for (const next of table[last]) {
      if (visited.has(next) || (next !== to && !through.includes(next))) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}
