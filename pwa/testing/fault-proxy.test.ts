import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';

/** A server that resets each connection at its first request, like one that has just closed it. */
async function startResetting(): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.resetAndDestroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: net.Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

for (const spoiled of [false, true]) {
  const line = spoiled ? 'a line that loses other requests' : 'a sound line';
  test(`a connection that the server resets on ${line} ends at the browser too`, async () => {
    const server = await startResetting();
    const proxy = await startFaultProxy(portOf(server));
    if (spoiled) proxy.spoil = () => null;
    const client = net.connect(Number(new URL(proxy.origin).port), '127.0.0.1');
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\n\r\n');
    await once(client, 'close');
    expect(client.destroyed).toBe(true);
    await proxy.close();
    server.close();
  });
}
