import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { openZip } from './open-zip.ts';

async function zipOf(
  texts: Readonly<Record<string, string | Blob>>,
  options: { password?: string; level?: number } = {},
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), options);
  for (const [path, content] of Object.entries(texts))
    await writer.add(path, typeof content === 'string' ? new TextReader(content) : new BlobReader(content));
  return writer.close();
}

const textOf = (stream: ReadableStream<Uint8Array> | undefined) => new Response(stream).text();

test('a zip lists its files below its name, with nested folders, and gives their content', async () => {
  const zip = await zipOf({ 'exp/run/report_1.json': '{"a":1}', 'exp/run/pod5_pass/a.pod5': 'signals' });
  const files = await openZip('W26325-S01.zip', zip);
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ['W26325-S01/exp/run/report_1.json', 7],
    ['W26325-S01/exp/run/pod5_pass/a.pod5', 7],
  ]);
  expect(await textOf(files[0]?.open())).toBe('{"a":1}');
  expect(await textOf(files[1]?.open())).toBe('signals');
});

test('a zip that is cut off is refused', async () => {
  const zip = await zipOf({ 'report_1.json': '{"a":1}'.repeat(100) });
  await expect(openZip('run.zip', zip.slice(0, zip.size - 30))).rejects.toThrow(
    'run.zip is not a complete zip. Copy it again.',
  );
  await expect(openZip('run.zip', new Blob(['no zip']))).rejects.toThrow('not a complete zip');
});

test('content with another checksum ends with an error', async () => {
  const zip = new Uint8Array(
    await (await zipOf({ 'report_1.json': 'abcdefgh' }, { level: 0 })).arrayBuffer(),
  );
  const at = new TextDecoder('latin1').decode(zip).indexOf('abcdefgh');
  zip[at] = 122;
  const [file] = await openZip('run.zip', new Blob([zip]));
  await expect(textOf(file?.open())).rejects.toThrow(/report_1.json in the zip is damaged/);
});

test('an encrypted zip is refused before it is read', async () => {
  const zip = await zipOf({ 'report_1.json': '{}' }, { password: 'secret' });
  await expect(openZip('run.zip', zip)).rejects.toThrow('run.zip is encrypted.');
});

test('a file that expands without bounds is refused, and signals may be as large as they are', async () => {
  const zeros = new Blob([new Uint8Array(70 * 1024 * 1024)]);
  await expect(openZip('run.zip', await zipOf({ 'report_1.json': zeros }))).rejects.toThrow(
    'too large unpacked: report_1.json',
  );
  expect(await openZip('run.zip', await zipOf({ 'pod5_pass/a.pod5': zeros }))).toHaveLength(1);
});

test('a file that is longer than the zip says ends with an error', async () => {
  const zip = new Uint8Array(await (await zipOf({ 'report_1.json': 'abcdefgh'.repeat(50) })).arrayBuffer());
  const view = new DataView(zip.buffer);
  for (let at = 0; at + 28 < zip.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
  const [file] = await openZip('run.zip', new Blob([zip]));
  await expect(textOf(file?.open())).rejects.toThrow(/damaged/);
});

test('reading a part of a file and leaving it does not fail', async () => {
  const [file] = await openZip('run.zip', await zipOf({ 'report_1.json': 'x'.repeat(300_000) }));
  const stream = file?.open();
  const reader = stream?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await expect(reader?.cancel()).resolves.toBeUndefined();
});
