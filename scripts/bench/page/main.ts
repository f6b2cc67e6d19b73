import { catchUp, moveTube, openDevice, seeTube, waiting } from './bench-device.ts';
import { compareLoad } from './load-replica.ts';
import { prepareLookUp, timeLookUps } from './look-up-codes.ts';

const bench = {
  compareLoad,
  prepareLookUp,
  timeLookUps,
  openDevice,
  seeTube,
  waiting,
  catchUp,
  moveTube: async (args: Parameters<typeof moveTube>[0]) => (await moveTube(args)).at,
  /** Moves and waits for the server's word; the milliseconds it took. */
  moveAndSettle: async (args: Parameters<typeof moveTube>[0]) => {
    const { at, settledMs } = await moveTube(args);
    return { at, settledMs: await settledMs };
  },
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
