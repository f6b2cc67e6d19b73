import { expect, expectTypeOf, test } from 'vitest';
import type { BenchArgs, BenchCall, BenchOperationName } from './bench-operations.ts';
import type { OperationArgs, OperationName } from './operations.ts';

/** The compiler checks the lines below. */
const run = <Name extends OperationName>(
  name: Name,
  args: OperationArgs[Name],
): [Name, OperationArgs[Name]] => [name, args];

test('an operation compiles only with its own name and arguments', () => {
  const known = run('check-out-sample', { sampleId: 'a', purpose: 'QC' });
  expect(known).toEqual(['check-out-sample', { sampleId: 'a', purpose: 'QC' }]);
  // @ts-expect-error There is no operation of this name.
  run('check-out-samples', { sampleId: 'a', purpose: 'QC' });
  // @ts-expect-error An argument is misspelled.
  run('check-out-sample', { sampelId: 'a', purpose: 'QC' });
  // @ts-expect-error An argument is missing.
  run('check-out-sample', { purpose: 'QC' });
  // @ts-expect-error An argument is not one of its values.
  run('check-out-sample', { sampleId: 'a', purpose: 'LUNCH' });
  expectTypeOf<BenchOperationName>().toExtend<OperationName>();
  expectTypeOf<'issue-invoice'>().not.toExtend<BenchOperationName>();
  expectTypeOf<BenchArgs['undo-move']>().toEqualTypeOf<OperationArgs['undo-move']>();
});

test('a call carries the arguments of its own operation', () => {
  const call: BenchCall = { name: 'undo-output-plate', args: { batchId: 'b', reason: 'Wrong plate' } };
  // @ts-expect-error These are the arguments of another operation.
  const other: BenchCall = { name: 'move-container', args: { batchId: 'b', reason: 'Wrong plate' } };
  expect(other.args).toEqual(call.args);
  expectTypeOf(call).toExtend<BenchCall>();
  expectTypeOf(other).toExtend<BenchCall>();
});
