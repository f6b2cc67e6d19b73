import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ScannedFile, VirusScanner } from './virus-scanner.ts';

const TIMEOUT_MS = 60_000;
const CHUNK = 64 * 1024;

/** The default stream limit of clamd (StreamMaxLength: 100 MB since 1.0, 25 MB before). */
const MAX_STREAM_BYTES = 25_000_000;

const lengthOf = (chunk: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(chunk.length);
  return head;
};

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** Yield the first `MOST` bytes in the chunk format of clamd. */
async function* pieces(file: ScannedFile): AsyncGenerator<Buffer> {
  let remaining = MAX_STREAM_BYTES;
  for await (const part of await file.open()) {
    const bytes = (Buffer.isBuffer(part) ? part : Buffer.from(String(part))).subarray(0, remaining);
    for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
    remaining -= bytes.length;
    if (remaining <= 0) return;
  }
}

async function send(socket: Socket, file: ScannedFile): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0', 'latin1'));
  for await (const piece of pieces(file)) await write(socket, Buffer.concat([lengthOf(piece), piece]));
  await write(socket, Buffer.alloc(4));
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (text.includes('\0') || text.length > 4_096) break;
  }
  return (text.split('\0')[0] ?? '').trim();
}

function findingIn(answer: string): string | null {
  if (/^stream: OK$/.test(answer)) return null;
  const virusName = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1];
  if (virusName) return virusName;
  throw new Error(`clamd did not look the file through: ${answer.slice(0, 200) || 'it gave no answer'}`);
}

/**
 * Create a scanner by a clamd over TCP that reads the file as a stream (INSTREAM); only the first 25 MB of
 * large files.
 */
export const clamdScanner = (address: URL): VirusScanner => ({
  findingOf: async (file) => {
    const socket = connect({ host: address.hostname, port: Number(address.port || 3310) });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('clamd did not answer in time')));
    try {
      await once(socket, 'connect');
      // clamd may answer and close before it has read everything: its answer counts, not the broken pipe.
      const answer = answerOf(socket);
      const sending = send(socket, file).then(
        () => null,
        (error: unknown) => error,
      );
      const [text] = await Promise.all([answer, sending]);
      return findingIn(text);
    } finally {
      socket.destroy();
    }
  },
});
