import { prepareZXingModule } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readRackImage } from '#pwa/scanning/rack/rack-image.ts';
import type { DecoderAnswer, DecoderQuestion } from './decoder.ts';
import { readSymbols } from './read-symbols.ts';

// The decoder's WASM file is served by this app, so it also works offline.
prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
  },
});

const answer = async (question: DecoderQuestion): Promise<DecoderAnswer> => {
  const { id, pixels } = question;
  if (question.ask === 'rack')
    return { id, ask: 'rack', picture: await readRackImage(pixels, question.options) };
  return { id, ask: 'symbols', symbols: await readSymbols(pixels, question.options) };
};

self.addEventListener('message', (event: MessageEvent<DecoderQuestion>) => {
  answer(event.data)
    .catch((error: unknown): DecoderAnswer => {
      return {
        id: event.data.id,
        ask: 'failed',
        message: error instanceof Error ? error.message : String(error),
      };
    })
    .then((reply) => self.postMessage(reply));
});
