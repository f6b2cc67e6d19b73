import { expect, test } from 'vitest';
import { createScanBus, type Scan } from './scan-bus.ts';

const lab = () => {
  let time = 0;
  const errors: unknown[] = [];
  const bus = createScanBus({
    repeatWindowMs: () => 1500,
    now: () => time,
    onError: (error) => errors.push(error),
  });
  return {
    bus,
    errors,
    scanAt: (at: number, raw: string) => {
      time = at;
      return bus.publish(raw, 'hand');
    },
    settled: async () => {
      while (bus.waiting() > 0) await Promise.resolve();
    },
  };
};

test('96 scans at 100 ms all arrive in order, however slow the handler is', async () => {
  const { bus, scanAt, settled: settle } = lab();
  const rows: string[] = [];
  bus.handle(async (scan) => {
    await Promise.resolve();
    rows.push(scan.code);
  });
  const codes = Array.from({ length: 96 }, (_, n) => `TUBE-${n}`);
  codes.forEach((code, n) => void scanAt(n * 100, code));
  await settle();
  expect(rows).toEqual(codes);
});

test('an identical code within the window is delivered and marked as a repeat', () => {
  const { scanAt } = lab();
  const marks = [
    scanAt(0, 'A-1'),
    scanAt(200, 'B-2'),
    scanAt(400, ' a-1\r'),
    scanAt(1800, 'A-1'),
    scanAt(3400, 'A-1'),
  ];
  expect(marks.map((scan) => scan?.repeat)).toEqual([false, false, true, true, false]);
});

test('a different code is never suppressed, even in the same millisecond', () => {
  const { scanAt } = lab();
  expect([scanAt(0, 'A-1'), scanAt(0, 'A-2')].map((scan) => scan?.repeat)).toEqual([false, false]);
});

test('a dialog gets a scan before its page, and unhandled scans go to "scan anything"', async () => {
  const { bus, scanAt, settled: settle } = lab();
  const heardScans: string[] = [];
  const take = (name: string, codes: string) => (scan: Scan) => {
    heardScans.push(`${name} ${scan.code}`);
    return codes.includes(scan.code);
  };
  bus.handle(take('dialog', 'D'), 'dialog');
  bus.handle(take('anything', 'DPX'), 'anything');
  bus.handle(take('old page', 'P'));
  const close = bus.handle(take('new page', ''));
  for (const code of ['D', 'P', 'X']) scanAt(0, code);
  await settle();
  close();
  scanAt(0, 'P');
  await settle();
  expect(heardScans).toEqual([
    ...['dialog D', 'dialog P', 'new page P', 'old page P'],
    ...['dialog X', 'new page X', 'old page X', 'anything X'],
    ...['dialog P', 'old page P'],
  ]);
});

test('scans without a mounted screen wait for the next one', async () => {
  const { bus, scanAt, settled: settle } = lab();
  scanAt(0, 'A-1');
  scanAt(100, 'A-2');
  expect(bus.waiting()).toBe(2);
  const rows: string[] = [];
  bus.handle((scan) => void rows.push(scan.code));
  await settle();
  expect(rows).toEqual(['A-1', 'A-2']);
});

test('a failing handler is reported and later scans are still handled', async () => {
  const { bus, scanAt, settled: settle, errors } = lab();
  const rows: string[] = [];
  bus.handle((scan) => {
    if (scan.code === 'BAD') throw new Error('broken');
    rows.push(scan.code);
  });
  for (const code of ['A-1', 'BAD', 'A-2']) scanAt(0, code);
  await settle();
  expect(rows).toEqual(['A-1', 'A-2']);
  expect(errors).toHaveLength(1);
});

test('a scan of control characters alone is no scan', () => {
  expect(lab().scanAt(0, '\r\n\t')).toBeNull();
});
