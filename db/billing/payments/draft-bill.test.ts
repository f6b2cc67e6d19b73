import { expect, test } from 'vitest';
import { openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { company } from '#db/organizations/company.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { billDraft } from './draft-bill.ts';

/** Return a bench whose order has three specimens and an open invoice, and how the order is billed again. */
async function openDraftBench() {
  const bench = await openBillingBench();
  const billAt = (unit: number) =>
    bench.within(async (tx, context) => {
      const row = bench.order();
      const owner = await tx.get(company, row.companyId);
      if (!owner) throw new Error('The order has no company.');
      const specimens = await tx.find(specimen, { orderId: row.id });
      const submission = { specimens, adjustments: [], quote: { unit }, service: { name: 'Genome' } };
      return billDraft(tx, context, { row, owner, submission });
    });
  return { bench, billAt };
}

test('a draft that is submitted again keeps its open invoice, with the present total', async () => {
  const { bench, billAt } = await openDraftBench();
  const [open] = bench.invoices();
  const bill = await billAt(20_000);
  expect(bill).toMatchObject({ id: open?.id, totalDue: 60_000 });
  expect(bench.invoices()).toHaveLength(1);
});

test('a draft that is submitted again leaves an issued invoice as it is and opens another', async () => {
  const { bench, billAt } = await openDraftBench();
  await bench.billNow('s1', 's2', 's3');
  const issuedId = bench.invoices().at(-1)?.id ?? '';
  for (const { id } of bench.drafts()) await bench.issue(id);
  const issued = bench.one(issuedId);
  expect(issued.issuedAt).not.toBeNull();
  const lines = bench.linesOf(issuedId);
  const bill = await billAt(20_000);
  expect(bill.id).not.toBe(issuedId);
  expect(bench.one(issuedId)).toEqual(issued);
  expect(bench.linesOf(issuedId)).toEqual(lines);
});
