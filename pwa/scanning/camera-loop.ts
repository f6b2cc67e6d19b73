import { BarcodeFormat, BrowserMultiFormatReader } from '@zxing/browser';
import { DecodeHintType } from '@zxing/library';
import type { Decoder } from './decoder.ts';

/** A code that stays in view is one scan; it counts anew after it was gone for this long. */
export const OUT_OF_VIEW_MS = 1500;

const FORMATS = [BarcodeFormat.CODE_128, BarcodeFormat.DATA_MATRIX, BarcodeFormat.QR_CODE];

/** Tells whether a code has just come into view. */
export function createViewWatch(outOfViewMs = OUT_OF_VIEW_MS): (code: string, at: number) => boolean {
  const lastSeen = new Map<string, number>();
  return (code, at) => {
    const before = lastSeen.get(code);
    lastSeen.set(code, at);
    return before === undefined || at - before > outOfViewMs;
  };
}

const createFirstReader = (): ((canvas: HTMLCanvasElement) => string | null) => {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, FORMATS],
    [DecodeHintType.CHARACTER_SET, 'UTF-8'],
  ]);
  const reader = new BrowserMultiFormatReader(hints);
  return (canvas) => {
    try {
      return reader.decodeFromCanvas(canvas).getText();
    } catch {
      // A frame without a code is the usual case, not a fault.
      return null;
    }
  };
};

export interface CameraLoopOptions {
  video: HTMLVideoElement;
  decoder: Decoder;
  onCode: (raw: string) => void;
  onTrouble: (error: unknown) => void;
}

/** The widest frame that is decoded; finer ones cost time and give nothing at arm's length. */
const MOST_WIDTH = 1280;

/** The camera's frame into the canvas; null while the camera has none. */
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
 * Looks at frame after frame until it is stopped. `@zxing/browser` looks first; because it misread real labels,
 * zxing-wasm looks at every frame too and has the last word.
 */
export function startCameraLoop({ video, decoder, onCode, onTrouble }: CameraLoopOptions): () => void {
  const canvas = document.createElement('canvas');
  const firstReader = createFirstReader();
  const cameIntoView = createViewWatch();
  let running = true;
  let next = 0;
  let before: string | null = null;

  const look = async (): Promise<void> => {
    const context = drawFrame(video, canvas);
    if (!context) return;
    const first = firstReader(canvas);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const seen = await decoder.readSymbols(pixels, { most: 4 });
    const texts = new Set(seen.map(({ text }) => text));
    // Alone, the first reader must see the same text in two frames running.
    if (texts.size === 0 && first !== null && first === before) texts.add(first);
    before = first;
    for (const text of texts) if (running && cameIntoView(text, performance.now())) onCode(text);
  };
  const turn = (): void => {
    look()
      .catch((error: unknown) => {
        if (running) onTrouble(error);
      })
      .finally(() => {
        if (running) next = requestAnimationFrame(turn);
      });
  };
  next = requestAnimationFrame(turn);
  return () => {
    running = false;
    cancelAnimationFrame(next);
  };
}
