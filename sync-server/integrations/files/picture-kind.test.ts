import { expect, test } from 'vitest';
import { pictureOf } from './file-content.ts';

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

test('a picture is recognized by its bytes', () => {
  expect(pictureOf(png(64, 32))).toEqual({ type: 'image/png', width: 64, height: 32 });
  const jpeg = Buffer.from('ffd8ffe000040000ffc0000b080020004003000000000000', 'hex');
  expect(pictureOf(jpeg)).toEqual({ type: 'image/jpeg', width: 64, height: 32 });
  expect(pictureOf(Buffer.from('474946383961400020000000000000', 'hex'))).toMatchObject({
    type: 'image/gif',
  });
});

test('an SVG with scripts, a page, half a picture and an empty file are no pictures', () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '', 'GIF', '\u0089PNG'])
    expect(pictureOf(Buffer.from(text))).toBeNull();
  expect(pictureOf(Buffer.from('ffd8ff', 'hex'))).toBeNull();
  expect(pictureOf(png(1, 1).subarray(0, 20))).toBeNull();
});
