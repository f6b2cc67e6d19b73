import { BATCH_ARGS } from './batch-args.ts';
import { RECEIVING_ARGS } from './receiving-args.ts';
import { SAMPLE_ARGS } from './sample-args.ts';
import { SECTION_ARGS } from './section-args.ts';
import { STOCK_ARGS } from './stock-args.ts';
import type { Generator } from './view.ts';

/** The arguments of each operation of the bench, by its name; a test fails when one is missing. */
export const OPERATION_ARGS: Readonly<Record<string, Generator>> = {
  ...SAMPLE_ARGS,
  ...BATCH_ARGS,
  ...SECTION_ARGS,
  ...STOCK_ARGS,
  ...RECEIVING_ARGS,
};
