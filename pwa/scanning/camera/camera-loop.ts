import {
  BarcodeFormat,
  BrowserDatamatrixCodeReader,
  BrowserMultiFormatOneDReader,
  BrowserQRCodeReader,
} from '@zxing/browser';
import { DecodeHintType } from '@zxing/library';
import type { Decoder } from './decoder.ts';

/** A code that stays in view is one scan; it counts again after an absence of this time. */
const OUT_OF_VIEW_MS = 1500;

/** Create a function that detects whether a code has just come into view. */
export function createViewWatch(outOfViewMs = OUT_OF_VIEW_MS): (code: string, at: number) => boolean {
  const lastSeen = new Map<string, number>();
  return (code, at) => {
    const before = lastSeen.get(code);
    lastSeen.set(code, at);
    return before === undefined || at - before > outOfViewMs;
  };
}

/**
 * The readers take turns, one per frame: the library's multi-format reader writes a console warning for every
 * frame without a code. A text counts when its reader reads it twice in a row, because zxing-js misread real
 * labels.
 */
const createFirstReader = (): ((canvas: HTMLCanvasElement) => string | null) => {
  const linear = new Map([[DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]]]);
  const readers = [
    { reader: new BrowserDatamatrixCodeReader(), before: '' },
    { reader: new BrowserMultiFormatOneDReader(linear), before: '' },
    { reader: new BrowserQRCodeReader(), before: '' },
  ];
  let nextFrame = 0;
  return (canvas) => {
    const current = readers[nextFrame++ % readers.length];
    if (!current) return null;
    let text = '';
    try {
      text = current.reader.decodeFromCanvas(canvas).getText();
    } catch {
      // A frame without a code is the usual case, not an error.
    }
    const sure = text !== '' && text === current.before;
    current.before = text;
    return sure ? text : null;
  };
};

export interface CameraLoopOptions {
  video: HTMLVideoElement;
  decoder: Decoder;
  onCode: (raw: string) => void;
  onError: (error: unknown) => void;
}

/**
 * The maximum width of a decoded frame; a higher resolution costs time without better reads at arm's length.
 */
const MOST_WIDTH = 1280;

/** Draw the camera's frame on the canvas; null while the camera has none. */
const drawFrame = (video: HTMLVideoElement, canvas: HTMLCanvasElement): CanvasRenderingContext2D | null => {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || video.videoWidth === 0) return null;
  const factor = Math.min(1, MOST_WIDTH / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * factor);
  canvas.height = Math.round(video.videoHeight * factor);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context;
};

/**
 * Decode frames until the loop is stopped: `@zxing/browser` first, then zxing-wasm, which decides.
 */
export function startCameraLoop({ video, decoder, onCode, onError }: CameraLoopOptions): () => void {
  const canvas = document.createElement('canvas');
  const firstReader = createFirstReader();
  const cameIntoView = createViewWatch();
  let running = true;
  let next = 0;

  const decodeFrame = async (): Promise<void> => {
    const context = drawFrame(video, canvas);
    if (!context) return;
    const first = firstReader(canvas);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const symbols = await decoder.readSymbols(pixels, { maxSymbols: 4 });
    const texts = new Set(symbols.map(({ text }) => text));
    if (texts.size === 0 && first !== null) texts.add(first);
    for (const text of texts) if (running && cameIntoView(text, performance.now())) onCode(text);
  };
  const nextFrame = (): void => {
    decodeFrame()
      .catch((error: unknown) => {
        if (running) onError(error);
      })
      .finally(() => {
        if (running) next = requestAnimationFrame(nextFrame);
      });
  };
  next = requestAnimationFrame(nextFrame);
  return () => {
    running = false;
    cancelAnimationFrame(next);
  };
}
