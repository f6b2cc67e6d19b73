import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { clamdScanner } from './clamd-scanner.ts';

let server: Server | null = null;
afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

/** Handle INSTREAM like clamd: a command, chunks with their lengths, an empty one at the end. */
async function openClamd(answer: (bytes: Buffer) => string): Promise<{ url: URL; took: Buffer[] }> {
  const took: Buffer[] = [];
  server = createServer((socket) => {
    let all = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (part) => {
      all = Buffer.concat([all, part]);
      const command = 'zINSTREAM\0'.length;
      if (all.length < command || all.toString('latin1', 0, command) !== 'zINSTREAM\0') return;
      const body: Buffer[] = [];
      for (let at = command; at + 4 <= all.length; ) {
        const length = all.readUInt32BE(at);
        if (length === 0) {
          took.push(Buffer.concat(body));
          socket.end(`${answer(Buffer.concat(body))}\0`);
          return;
        }
        body.push(all.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: new URL(`tcp://127.0.0.1:${port}`), took };
}

const file = (bytes: Buffer) => ({
  title: 'a.txt',
  size: bytes.length,
  open: async () => Readable.from([bytes]),
});

test("a file is sent to clamd in chunks, and clamd's answer is the result", async () => {
  const { url, took } = await openClamd((bytes) =>
    bytes.includes('evil') ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK',
  );
  const scanner = clamdScanner(url);
  const large = Buffer.alloc(300_000, 'a');
  expect(await scanner.findingOf(file(large))).toBeNull();
  expect(took[0]?.equals(large)).toBe(true);
  expect(await scanner.findingOf(file(Buffer.from('evil')))).toBe('Win.Test.EICAR_HDB-1');
});

test('a missing or failing clamd leaves the file waiting', async () => {
  const { url } = await openClamd(() => 'INSTREAM size limit exceeded. ERROR');
  await expect(clamdScanner(url).findingOf(file(Buffer.from('x')))).rejects.toThrow('size limit exceeded');
  await new Promise((resolve) => server?.close(resolve));
  server = null;
  await expect(clamdScanner(url).findingOf(file(Buffer.from('x')))).rejects.toThrow('ECONNREFUSED');
});
