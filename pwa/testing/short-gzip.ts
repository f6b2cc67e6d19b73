import type net from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Join the chunks of a chunked body. */
function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, line).toString('latin1'), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/**
 * Return an answer whose frame is complete and whose content is not: a proxy gave up and closed the
 * compressed body cleanly. Only decompression can detect it.
 */
export function withShortBody(answer: Buffer): Buffer {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return answer;
  const head = answer.subarray(0, end).toString('latin1');
  const raw = answer.subarray(end + HEAD_END.length);
  const body = /^transfer-encoding:\s*chunked/im.test(head) ? dechunked(raw) : raw;
  const short = body.subarray(0, Math.floor(body.length * 0.7));
  const headerLines = head
    .split('\r\n')
    .filter((line) => !/^(transfer-encoding|content-length):/i.test(line))
    .join('\r\n');
  return Buffer.concat([
    Buffer.from(`${headerLines}\r\nContent-Length: ${short.length}${HEAD_END}`, 'latin1'),
    short,
  ]);
}

/** Pass on the upstream answer when it is complete, with a part of its body missing. */
export function shorten(client: net.Socket, upstream: net.Socket): void {
  const chunks: Buffer[] = [];
  upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
  upstream.on('end', () => client.end(withShortBody(Buffer.concat(chunks))));
}
