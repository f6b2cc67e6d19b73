import { writeFile } from 'node:fs/promises';
import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

const FRAMES = 30;

/** A camera's picture of a tube's label: a Data Matrix on a grey bench, slightly turned, as a hand holds it. */
async function labelPicture(code: string): Promise<Buffer> {
  const symbol = await toBuffer({
    bcid: 'datamatrix',
    text: code,
    scale: 8,
    padding: 6,
    backgroundcolor: 'FFFFFF',
  });
  const turned = await sharp(symbol).rotate(4, { background: '#ffffff' }).toBuffer();
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#b8bcc0' } })
    .composite([{ input: turned, gravity: 'centre' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Writes a second of film of that label; Chromium plays it over and over as its camera. */
export async function writeLabelVideo(code: string, file: string): Promise<void> {
  const frame = await labelPicture(code);
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES }, () => frame)));
}

/** The arguments with which Chromium takes a film for its camera. */
export const videoCameraArgs = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];
