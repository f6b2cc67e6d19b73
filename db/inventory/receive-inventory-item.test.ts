import { describe, expect, test } from 'vitest';
import { AWAITED, at, openInventoryBench as open } from '#db/factories/benches/inventory-bench.ts';

describe('a receipt', () => {
  test('with required QC is possible only after QC has passed', async () => {
    const bench = open(AWAITED, { requiresQc: true });
    for (const qcPassed of [null, false])
      await expect(bench.receive({ qcPassed })).rejects.toThrow(
        'Lot L7 has not passed QC. Receive it when it has.',
      );
    expect(bench.item()?.status).toBe('ORDERED');
    await bench.receive({ qcPassed: true });
    expect(bench.item()).toMatchObject({ status: 'RECEIVED', qcPassed: true });
  });

  test('of the same delivery by two people is one; another reading is kept in its history and reported', async () => {
    const bench = open(AWAITED);
    await bench.receive();
    expect(await bench.receive()).toMatchObject({
      outcome: 'MERGED',
      message: 'Lot L7 was already received.',
    });
    expect(await bench.receive({ lotNumber: 'L1' })).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Already received as lot L7. Your entries are kept in its history.',
    });
    expect(bench.item()).toMatchObject({ lotNumber: 'L7', remaining: '500' });
    expect(bench.told().map(({ data }) => data['lotNumber'])).toEqual(['L7', 'L7', 'L1']);
  });

  test('gives an item that was opened before it its lot, and keeps what was drawn', async () => {
    const bench = open({ ...AWAITED, quantity: '500' });
    expect(await bench.unseal()).toMatchObject({ outcome: 'APPLIED_WITH_WARNING' });
    await bench.draw('20', 'item-1', '10:30');
    expect(await bench.receive({ quantity: '480' }, at('11:00'))).toMatchObject({ outcome: 'APPLIED' });
    expect(bench.item()).toMatchObject({
      status: 'OPENED',
      lotNumber: 'L7',
      quantity: '480',
      remaining: '460',
      receivedAt: '2026-11-21T10:00:00.000Z',
    });
  });

  test('of an expired lot is recorded, with a warning', async () => {
    const bench = open(AWAITED);
    expect(await bench.receive({ expirationDate: '2026-11-20' })).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Lot L7 expired on 2026-11-20.',
    });
    expect(bench.item()?.status).toBe('RECEIVED');
  });
});
