import pg from 'pg';

/**
 * What is asked in one turn leaves in one packet: the database works through it in its order and wakes this process
 * once. Only for statements that need no answer of the one before.
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

/** The connections whose packet is still open. */
const OPEN = new WeakSet<pg.Client>();

/**
 * Everything that is asked of a connection until this turn of the process is over leaves in one packet: the look-ups
 * that a rule asks for together, though rules know nothing of packets.
 */
export function corkUntilNextTick(client: pg.ClientBase): void {
  if (!(client instanceof pg.Client) || OPEN.has(client)) return;
  const { stream } = client.connection;
  OPEN.add(client);
  stream.cork();
  // Ticks come when all promises that are settled already have gone on.
  process.nextTick(() => {
    OPEN.delete(client);
    stream.uncork();
  });
}

/** Waits for all answers and throws the first failure: what was sent behind it failed only because of it. */
export async function allOrFirstError(answers: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(answers);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Marks an answer whose failure is told by another one that was sent with it. */
export function markHandled(answer: Promise<unknown>): void {
  answer.catch(() => undefined);
}
