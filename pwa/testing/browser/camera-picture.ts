import { writeFile } from 'node:fs/promises';
import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

const FRAMES = 30;

/** Draw a camera picture of a tube's label: a Data Matrix on a gray bench, slightly turned. */
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

/** Write one second of video of that label; Chromium loops it as its camera. */
export async function writeLabelVideo(code: string, file: string): Promise<void> {
  const frame = await labelPicture(code);
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES }, () => frame)));
}

/** Return the arguments with which Chromium uses a video as its camera. */
export const videoCameraArgs = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];
