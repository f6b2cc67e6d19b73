import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** Serve a folder on a free port of the loopback address. */
export async function serveFolder(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const app = express();
  app.use(express.static(folder));
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The cast is safe: a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
