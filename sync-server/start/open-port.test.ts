import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, openPort } from './start-server.ts';

const { server, serve } = openPort();
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Return the response to these bytes. */
const sendBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (part) => {
      answer += String(part);
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });

test('a port responds "starting" until the app is ready, and then serves calls without a host too', async () => {
  const port = await listen(server, { HOST: '127.0.0.1', PORT: 0 });
  const call = 'GET /api/auth/session HTTP/1.1\r\nConnection: close\r\n\r\n';
  expect(await sendBytes(port, call)).toMatch(/^HTTP\/1.1 503 .*"code":"UNAVAILABLE"/s);
  serve((request, response) => response.end(`asked for ${request.headers.host ?? 'no host'}`));
  expect(await sendBytes(port, call)).toContain('asked for no host');
});
