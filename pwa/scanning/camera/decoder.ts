import type { RackPicture, RackPictureOptions } from '#pwa/scanning/rack/rack-image.ts';
import type { Pixels, ReadOptions, SeenSymbol } from './read-symbols.ts';

export type DecoderQuestion =
  | { id: number; ask: 'symbols'; pixels: Pixels; options: ReadOptions }
  | { id: number; ask: 'rack'; pixels: Pixels; options: RackPictureOptions };

export type DecoderAnswer =
  | { id: number; ask: 'symbols'; symbols: SeenSymbol[] }
  | { id: number; ask: 'rack'; picture: RackPicture }
  | { id: number; ask: 'failed'; message: string };

/** A decoder that runs in a worker, so that scanning never slows the page. */
export interface Decoder {
  readSymbols(pixels: Pixels, options?: ReadOptions): Promise<SeenSymbol[]>;
  readRack(pixels: Pixels, options: RackPictureOptions): Promise<RackPicture>;
  close(): void;
}

interface Waiting {
  resolve: (answer: DecoderAnswer) => void;
  reject: (error: Error) => void;
}

type Ask = (id: number) => DecoderQuestion;

const BROKEN = 'The decoder could not start. Reload the page and try again.';

const startWorker = (): Worker =>
  new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module', name: 'decoder' });

/** Start a decoder; close it when the camera closes. */
export function openDecoder(worker: Worker = startWorker()): Decoder {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  const failAll = (message: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  worker.addEventListener('message', (event: MessageEvent<DecoderAnswer>) => {
    const pending = waiting.get(event.data.id);
    waiting.delete(event.data.id);
    if (event.data.ask === 'failed') pending?.reject(new Error(event.data.message));
    else pending?.resolve(event.data);
  });
  worker.addEventListener('error', () => failAll(BROKEN));

  const ask = (question: Ask): Promise<DecoderAnswer> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage(question(last));
    });

  return {
    readSymbols: async (pixels, options = {}) => {
      const answer = await ask((id) => ({ id, ask: 'symbols', pixels, options }));
      return answer.ask === 'symbols' ? answer.symbols : [];
    },
    readRack: async (pixels, options) => {
      const answer = await ask((id) => ({ id, ask: 'rack', pixels, options }));
      if (answer.ask !== 'rack') throw new Error(BROKEN);
      return answer.picture;
    },
    close: () => {
      worker.terminate();
      failAll('The decoder was closed.');
    },
  };
}
