import { catchUp, type Move, moveAndSettle, moveTube, openDevice, seeTube, waiting } from './bench-device.ts';
import { compareLoad } from './load-replica.ts';
import { prepareLookup, timeLookups } from './lookup-codes.ts';

const bench = {
  compareLoad,
  prepareLookUp: prepareLookup,
  timeLookUps: timeLookups,
  openDevice,
  seeTube,
  waiting,
  catchUp,
  moveAndSettle,
  moveTube: async (move: Move) => (await moveTube(move)).at,
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
