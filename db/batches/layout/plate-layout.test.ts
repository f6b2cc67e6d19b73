import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { missingControls, moveSelection, planFill, swapWells, type WellContent } from './plate-layout.ts';

const plate = (wells: Record<string, string>): Map<string, WellContent> =>
  new Map(
    Object.entries(wells).map(([well, id]) => [
      well,
      { kind: id.startsWith('c') ? 'control' : 'sample', id },
    ]),
  );
const printLayout = (layout: ReadonlyMap<string, WellContent>) =>
  Object.fromEntries([...layout].map(([well, content]) => [well, content.id]).sort());

describe('the default fill', () => {
  test('puts n samples in the first wells, column by column, and the controls after them', () => {
    const ids = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9'];
    const plan = planFill(ids, ['POSITIVE_CONTROL', 'NO_TEMPLATE_CONTROL'], new Map());
    expect(plan.samples.map((one) => one.well)).toEqual([
      'A1',
      'B1',
      'C1',
      'D1',
      'E1',
      'F1',
      'G1',
      'H1',
      'A2',
    ]);
    expect(plan.controls).toEqual([
      { controlType: 'POSITIVE_CONTROL', well: 'B2' },
      { controlType: 'NO_TEMPLATE_CONTROL', well: 'C2' },
    ]);
  });

  test('skips a control that was moved to another well', () => {
    const plan = planFill(['s1', 's2'], [], plate({ A1: 'c1' }));
    expect(plan.samples.map((one) => one.well)).toEqual(['B1', 'C1']);
  });

  test('fills the remaining wells in a second round', () => {
    const plan = planFill(['s3'], [], plate({ A1: 's1', C1: 's2' }));
    expect(plan.samples).toEqual([{ id: 's3', well: 'B1' }]);
  });

  test('refuses more than 96 wells and says how many there would be', () => {
    const ids = Array.from({ length: 95 }, (_, index) => `s${index}`);
    expect(() => planFill(ids, ['POSITIVE_CONTROL', 'NEGATIVE_CONTROL'], new Map())).toThrow(
      '95 samples and 2 controls exceed 96 wells.',
    );
    expect(() => planFill(ids, [], plate({ A1: 'x', B1: 'c1' }))).toThrow(
      '96 samples and 1 controls exceed 96 wells.',
    );
  });

  test('proposes only the controls that are still missing', () => {
    const required = { POSITIVE_CONTROL: 1, NEGATIVE_CONTROL: 2, NO_TEMPLATE_CONTROL: 0 };
    expect(missingControls(required, ['NEGATIVE_CONTROL'])).toEqual(['POSITIVE_CONTROL', 'NEGATIVE_CONTROL']);
  });
});

describe('a manual move', () => {
  test('onto an empty well moves, onto an occupied well swaps, and twice restores the layout', () => {
    const before = plate({ A1: 's1', B1: 's2' });
    expect(printLayout(swapWells(before, 'A1', 'H12'))).toEqual({ B1: 's2', H12: 's1' });
    const swapped = swapWells(before, 'A1', 'B1');
    expect(printLayout(swapped)).toEqual({ A1: 's2', B1: 's1' });
    expect(printLayout(swapWells(swapped, 'A1', 'B1'))).toEqual(printLayout(before));
  });

  test('of a selection keeps its shape, and displaced samples take the freed wells', () => {
    const before = plate({ A1: 's1', B1: 's2', C1: 's3' });
    expect(printLayout(moveSelection(before, ['A1', 'B1'], 'A1', 'B1'))).toEqual({
      A1: 's3',
      B1: 's1',
      C1: 's2',
    });
    expect(printLayout(moveSelection(before, ['A1', 'C1'], 'A1', 'A2'))).toEqual({
      A2: 's1',
      B1: 's2',
      C2: 's3',
    });
  });

  test('of a selection does not fit off the plate or onto a control', () => {
    const before = plate({ A2: 'c1', A1: 's3' });
    expect(() => moveSelection(before, ['A1'], 'A1', 'A2')).toThrow('Selection does not fit here.');
    expect(() => moveSelection(before, ['A1'], 'B1', 'A1')).toThrow('Selection does not fit here.');
  });

  test('of a selection does not fit below row H, although the next column has a free well', () => {
    const before = plate({ G1: 's1', H1: 's2', H12: 's3' });
    expect(() => moveSelection(before, ['G1', 'H1'], 'G1', 'H1')).toThrow('Selection does not fit here.');
    expect(() => moveSelection(before, ['G1', 'H12'], 'G1', 'G2')).toThrow('Selection does not fit here.');
  });

  const layouts = fc
    .uniqueArray(fc.constantFrom(...WELL_NAMES), { minLength: 1, maxLength: 96 })
    .map(
      (wells) =>
        new Map(
          wells.map((well, index) => [
            well,
            { kind: index % 7 === 0 ? 'control' : 'sample', id: `x${index}` } as WellContent,
          ]),
        ),
    );
  const well = fc.constantFrom(...WELL_NAMES);

  test('never loses a sample or puts two in one well', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.array(well, { minLength: 1, maxLength: 12 }),
        well,
        well,
        (layout, selection, from, to) => {
          let moved: ReadonlyMap<string, WellContent> = layout;
          try {
            moved = moveSelection(layout, selection, from, to);
          } catch (error) {
            expect(String(error)).toContain('Selection does not fit here.');
          }
          const ids = (map: ReadonlyMap<string, WellContent>) =>
            [...map.values()].map((content) => content.id).sort();
          expect(ids(moved)).toEqual(ids(layout));
          expect(ids(swapWells(moved, from, to))).toEqual(ids(layout));
        },
      ),
    );
  });
});
