import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { zplJob } from '#db/labels/zpl.ts';
import { parsePrinterAddresses } from '#sync-server/config/env.ts';
import { createStubPrinter, type PrintRequest } from './label-printer.ts';
import { createPrinters, createZplPrinter } from './printers.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
const request: PrintRequest = {
  jobId: 'J1',
  kind: 'TUBE',
  labels: [
    { barcode: 'W26325-0007-01', lines: ['µL'] },
    { barcode: 'W26325-0008-01', lines: [] },
  ],
  copies: 2,
};

/** A local printer port that handles each connection as the test says. */
const listen = async (onConnection: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => {
    sockets.push(socket);
    onConnection(socket);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on TCP, so its address is not a pipe's name.
  return (server.address() as AddressInfo).port;
};

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

const printer = (port: number, timeoutMs = 2000) =>
  createZplPrinter({ name: 'bench-1', host: '127.0.0.1', port, dpi: 203, timeoutMs });

describe('a network printer', () => {
  test('gets the whole job as ZPL in UTF-8', async () => {
    const parts: Buffer[] = [];
    const port = await listen((socket) => socket.on('data', (part) => parts.push(part)));
    await printer(port).print(request);
    const zpl = Buffer.concat(parts).toString('utf8');
    expect(zpl).toBe(zplJob('TUBE', request.labels, 203, 2));
    expect(zpl).toContain('µL');
  });

  test('does not delay the job by sending status bytes', async () => {
    const port = await listen((socket) => {
      socket.write('ready');
      socket.resume();
    });
    await expect(printer(port).print(request)).resolves.toBeUndefined();
  });

  test('reports a refused connection when switched off', async () => {
    const port = await listen(() => {});
    servers.pop()?.close();
    await expect(printer(port).print(request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Printer bench-1 refuses the connection. Check that it is switched on and ready.',
    });
  });

  test('is given up after the time limit if it accepts the job but never closes', async () => {
    const port = await listen((socket) => socket.pause());
    await expect(printer(port, 80).print(request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Printer bench-1 does not answer. Check it, then print again.',
    });
  });
});

test('the stub printer lays out labels like a real one and stores its jobs', async () => {
  const lines: string[] = [];
  const stub = createStubPrinter((line) => lines.push(line));
  await stub.print(request);
  expect(stub.printed[0]?.zpl).toContain('^FDW26325-0007-01^FS');
  expect(lines).toEqual(['print job J1: 2 TUBE labels, 2 copies each']);
  const tooLong: PrintRequest = {
    ...request,
    kind: 'PLATE_EDGE',
    labels: [{ barcode: 'X'.repeat(64), lines: [] }],
  };
  await expect(stub.print(tooLong)).rejects.toThrow('too long');
});

describe('the list of printers', () => {
  test('always contains the stub and each configured printer', () => {
    const printers = createPrinters(
      parsePrinterAddresses('bench-1=10.0.0.5:9100/203, cold room=zebra.lab/300'),
    );
    expect([...printers.keys()]).toEqual(['stub', 'bench-1', 'cold room']);
    expect(printers.get('cold room')?.dpi).toBe(300);
  });

  test('reports the wrong part of the settings', () => {
    expect(() => parsePrinterAddresses('bench-1=10.0.0.5')).toThrow(
      '"bench-1=10.0.0.5" is not name=host:port/dpi',
    );
    expect(() => parsePrinterAddresses('a=h/203,a=h/203')).toThrow('two printers are named a');
  });
});
