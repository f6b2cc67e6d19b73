import { compareLoad } from './load-replica.ts';
import { prepareLookUp, timeLookUps } from './look-up-codes.ts';

const bench = { compareLoad, prepareLookUp, timeLookUps };

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
