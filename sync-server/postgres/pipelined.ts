import pg from 'pg';

/**
 * Send the queries of one turn in one packet, so that the database answers them in order and wakes this
 * process once. Only for statements that do not need the result of an earlier one.
 */
export function pipelined<T>(client: pg.ClientBase, ask: () => T): T {
  if (!(client instanceof pg.Client)) return ask();
  const { stream } = client.connection;
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

/** The connections with an open packet. */
const OPEN = new WeakSet<pg.Client>();

/**
 * Collect all queries on a connection until the end of this turn and send them in one packet, because rules
 * issue several look-ups at once and know nothing of packets.
 */
export function corkUntilNextTick(client: pg.ClientBase): void {
  if (!(client instanceof pg.Client) || OPEN.has(client)) return;
  const { stream } = client.connection;
  OPEN.add(client);
  stream.cork();
  // nextTick runs after the continuations of all promises that are already settled.
  process.nextTick(() => {
    OPEN.delete(client);
    stream.uncork();
  });
}

/** Wait for all results and throw the first error; later statements failed only because of it. */
export async function allOrFirstError(answers: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(answers);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Mark a promise as handled if another promise sent with it reports the error. */
export function markHandled(answer: Promise<unknown>): void {
  answer.catch(() => undefined);
}
