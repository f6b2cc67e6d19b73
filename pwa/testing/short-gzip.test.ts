import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withShortBody } from './fault-proxy.ts';

const body = gzipSync(JSON.stringify(Array.from({ length: 500 }, (_, rev) => ({ rev }))));

test('the frame of the answer is complete and its compressed content is not', () => {
  const size = body.length.toString(16);
  const chunked = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n`;
  const plainHead = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (const answer of [
    Buffer.concat([Buffer.from(chunked), body, Buffer.from('\r\n0\r\n\r\n')]),
    Buffer.concat([Buffer.from(plainHead), body]),
  ]) {
    const short = withShortBody(answer);
    const [head = '', ...rest] = short.toString('latin1').split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
    expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBe(content.length);
    expect(content).toEqual(body.subarray(0, content.length));
    expect(head).not.toContain('chunked');
    expect(() => gunzipSync(content)).toThrow('unexpected end of file');
  }
});
